import com.baidu.bjf.remoting.protobuf.FieldType;
import com.baidu.bjf.remoting.protobuf.annotation.Protobuf;
import com.baidu.jprotobuf.pbrpc.AuthenticationDataHandler;
import com.baidu.jprotobuf.pbrpc.ClientAttachmentHandler;
import com.baidu.jprotobuf.pbrpc.CompressType;
import com.baidu.jprotobuf.pbrpc.ProtobufRPC;
import com.baidu.jprotobuf.pbrpc.ProtobufRPCService;
import com.baidu.jprotobuf.pbrpc.ServerAttachmentHandler;
import com.baidu.jprotobuf.pbrpc.client.ProtobufRpcProxy;
import com.baidu.jprotobuf.pbrpc.transport.RpcClient;
import com.baidu.jprotobuf.pbrpc.transport.RpcServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** jprotobuf as a peer: as a client it prints a line for each thing that it tried, as a server it echoes until it ends. */
public final class JprotobufPeer {
    private static String credential = "";

    public static final class User {
        @Protobuf(fieldType = FieldType.INT64, order = 1)
        public Long id;

        @Protobuf(fieldType = FieldType.STRING, order = 2)
        public String name;
    }

    public static final class Credential implements AuthenticationDataHandler {
        @Override
        public byte[] create(String serviceName, String methodName, Object... params) {
            return credential.getBytes();
        }
    }

    public interface Calls {
        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "blocking", onceTalkTimeout = 20_000,
                authenticationDataHandler = Credential.class)
        User blocking(User user);

        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "fail", onceTalkTimeout = 20_000,
                authenticationDataHandler = Credential.class)
        User fail(User user);

        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "missing", onceTalkTimeout = 20_000,
                authenticationDataHandler = Credential.class)
        User missing(User user);
    }

    public static final class Attaching implements ClientAttachmentHandler {
        static volatile String received = "";

        @Override
        public byte[] handleRequest(String serviceName, String methodName, Object... params) {
            return "attached".getBytes();
        }

        @Override
        public void handleResponse(byte[] attachment, String serviceName, String methodName, Object... params) {
            received = new String(attachment);
        }
    }

    public static final class EchoingAttachment implements ServerAttachmentHandler {
        @Override
        public byte[] handleAttachement(byte[] attachment, String serviceName, String methodName, Object... params) {
            return attachment;
        }
    }

    public interface WithAttachment {
        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "blocking", onceTalkTimeout = 20_000,
                attachmentHandler = Attaching.class, authenticationDataHandler = Credential.class)
        User blocking(User user);
    }

    public interface Short {
        @ProtobufRPC(serviceName = "Echo", methodName = "blocking", onceTalkTimeout = 20_000,
                authenticationDataHandler = Credential.class)
        User blocking(User user);
    }

    public interface Gzip {
        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "blocking", onceTalkTimeout = 20_000,
                compressType = CompressType.GZIP, authenticationDataHandler = Credential.class)
        User blocking(User user);
    }

    public interface Snappy {
        @ProtobufRPC(serviceName = "test.v1.Echo", methodName = "blocking", onceTalkTimeout = 20_000,
                compressType = CompressType.Snappy, authenticationDataHandler = Credential.class)
        User blocking(User user);
    }

    public static final class Echo {
        @ProtobufRPCService(serviceName = "test.v1.Echo", methodName = "blocking",
                attachmentHandler = EchoingAttachment.class)
        public User blocking(User user) {
            return user;
        }

        @ProtobufRPCService(serviceName = "test.v1.Echo", methodName = "fail")
        public User fail(User user) {
            throw new IllegalStateException("failed on purpose");
        }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("server")) {
            serve();
        } else {
            call(Integer.parseInt(args[1]));
            callGuarded(Integer.parseInt(args[2]), "right");
            callGuarded(Integer.parseInt(args[2]), "wrong");
        }
        // without their hooks, which wait for seconds
        Runtime.getRuntime().halt(0);
    }

    private static void serve() throws Exception {
        int port;
        try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        RpcServer server = new RpcServer();
        server.registerService(new Echo());
        server.startSync(port);
        System.out.println("listening " + port);
        System.in.read();
    }

    private static void callGuarded(int port, String secret) {
        credential = secret;
        RpcClient client = new RpcClient();
        attempt(secret + " credential", () -> check(proxy(client, Calls.class, port).blocking(user(7)), 7));
    }

    private static void call(int port) throws Exception {
        RpcClient client = new RpcClient();
        Calls calls = proxy(client, Calls.class, port);
        attempt("plain", () -> check(calls.blocking(user(7)), 7));
        attempt("gzip", () -> check(proxy(client, Gzip.class, port).blocking(user(8)), 8));
        attempt("snappy", () -> check(proxy(client, Snappy.class, port).blocking(user(9)), 9));
        attempt("short name", () -> check(proxy(client, Short.class, port).blocking(user(10)), 10));
        attempt("attachment", () -> {
            String answer = check(proxy(client, WithAttachment.class, port).blocking(user(11)), 11);
            return Attaching.received.equals("attached") ? answer : "no attachment";
        });
        attempt("unknown method", () -> check(calls.missing(user(1)), 1));
        for (int code : new int[] {1001, 1002, 1003, 1004, 1008, 1011, 2001, 2003, 2004}) {
            attempt("error " + code, () -> check(calls.fail(user(code)), code));
        }
        attempt("concurrent", () -> concurrent(calls));
    }

    private static String concurrent(Calls calls) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long id = i + 1;
            answers.add(callers.submit(() -> check(calls.blocking(user(id)), id)));
        }
        for (Future<String> answer : answers) {
            answer.get();
        }
        callers.shutdown();
        return "400 answers";
    }

    private static <T> T proxy(RpcClient client, Class<T> type, int port) {
        ProtobufRpcProxy<T> proxy = new ProtobufRpcProxy<>(client, type);
        proxy.setHost("127.0.0.1");
        proxy.setPort(port);
        return proxy.proxy();
    }

    private static String check(User answer, long id) {
        if (answer.id != id || !answer.name.equals(user(id).name)) {
            throw new AssertionError("answer " + answer.id + " to " + id);
        }
        return "answered";
    }

    private static User user(long id) {
        User user = new User();
        user.id = id;
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            name.append("user ").append(id).append(' ');
        }
        user.name = name.toString();
        return user;
    }

    private interface Attempt {
        String run() throws Exception;
    }

    private static void attempt(String what, Attempt attempt) {
        String outcome;
        try {
            outcome = attempt.run();
        } catch (Throwable e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            outcome = "failed " + root.getMessage();
        }
        System.out.println(what + ": " + outcome.replace('\n', ' '));
    }
}
