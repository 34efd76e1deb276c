import com.example.greeter.GreetingMethods;
import com.example.greeter.v1.GreetRequest;
import dev.multipool.rpc.client.RpcClient;
import java.time.Duration;

/** Calls the service that the archetype's README starts: {@code java -cp … CallGreeter.java PORT}. */
class CallGreeter {
    public static void main(String[] args) throws Exception {
        try (RpcClient client =
                RpcClient.builder().target("127.0.0.1", Integer.parseInt(args[0])).build()) {
            GreetRequest request = GreetRequest.newBuilder().setName("Ada").build();
            String answer = client.callBlocking(GreetingMethods.GREET, request, Duration.ofSeconds(30))
                    .getText();
            if (!answer.equals("Hello, Ada")) {
                throw new IllegalStateException("answer: " + answer + " (expected: Hello, Ada)");
            }
            System.out.println(answer);
        }
    }
}
