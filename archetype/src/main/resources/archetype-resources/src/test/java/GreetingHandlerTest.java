package ${package};

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.rpc.protocol.RpcException;
import ${package}.v1.GreetRequest;
import org.junit.jupiter.api.Test;

class GreetingHandlerTest {
    private final GreetingHandler handler = new GreetingHandler();

    @Test
    void greet_saysHelloByName() {
        assertThat(handler.greet(GreetRequest.newBuilder().setName("Ada").build()).getText())
                .isEqualTo("Hello, Ada");
    }

    @Test
    void greet_nobody_isRefused() {
        assertThatThrownBy(() -> handler.greet(GreetRequest.getDefaultInstance()))
                .isInstanceOf(RpcException.class)
                .hasMessage("EREQUEST: name: '' (expected: not blank)");
    }
}
