package dev.multipool.example.greeting;

import dev.multipool.example.greeting.v1.GreetRequest;
import dev.multipool.example.greeting.v1.GreetResponse;
import dev.multipool.example.greeting.v1.GreetingProto;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.spring.RpcRegistration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application: its handler is a bean, its pool and its port are in application.yaml. */
@SpringBootApplication
public class GreetingApplication {
    static final RpcMethod<GreetRequest, GreetResponse> GREET = RpcMethod.of(
            GreetingProto.getDescriptor().findServiceByName("GreetingService"),
            "greet",
            GreetRequest.getDefaultInstance(),
            GreetResponse.getDefaultInstance());

    public static void main(String[] args) {
        SpringApplication.run(GreetingApplication.class, args);
    }

    @Bean
    RpcRegistration greet(@Value("${greeting.word}") String word) {
        return RpcRegistration.blocking(GREET, "business", (request, call) -> GreetResponse.newBuilder()
                        .setText(word + ", " + request.getName())
                        .build())
                .maxInFlight(100);
    }
}
