package dev.multipool.deploy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.google.gson.JsonElement;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;

/** The Prometheus operator's kind is none of Kubernetes' own; its model would keep a field that it does not know. */
final class ServiceMonitors {
    private static final ObjectMapper STRICT = new ObjectMapper().setAnnotationIntrospector(new WithoutAnySetter());

    private ServiceMonitors() {}

    static void check(JsonElement object) throws IOException {
        STRICT.readValue(object.toString(), ServiceMonitor.class);
    }

    /** Takes from the models the place where unknown fields go, so that they fail. */
    private static final class WithoutAnySetter extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasAnySetter(Annotated setter) {
            return false;
        }
    }
}
