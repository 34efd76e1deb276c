import com.baidu.brpc.RpcContext;
import com.baidu.brpc.client.BrpcProxy;
import com.baidu.brpc.client.RpcClient;
import com.baidu.brpc.client.RpcClientOptions;
import com.baidu.brpc.client.channel.ChannelType;
import com.baidu.brpc.interceptor.AbstractInterceptor;
import com.baidu.brpc.interceptor.Interceptor;
import com.baidu.brpc.interceptor.InterceptorChain;
import com.baidu.brpc.protocol.BrpcMeta;
import com.baidu.brpc.protocol.Options;
import com.baidu.brpc.protocol.Request;
import com.baidu.brpc.protocol.Response;
import com.baidu.brpc.protocol.standard.BaiduRpcProto.RpcResponseMeta;
import com.baidu.brpc.server.RpcServer;
import com.baidu.brpc.server.RpcServerOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * brpc-java as a peer: as a client it prints a line for each thing that it tried, as a server it echoes until it ends.
 *
 * <p>Its message is one that brpc-java brings along, an int in field 1 and a string in field 2 like our UserInfo: it needs
 * classes made by a protoc of its Protobuf 2.5, and its own way around that compiles for a Java that the JDK left behind.
 */
public final class BrpcJavaPeer {
    public interface Full {
        @BrpcMeta(serviceName = "test.v1.Echo", methodName = "blocking")
        RpcResponseMeta blocking(RpcResponseMeta user);

        @BrpcMeta(serviceName = "test.v1.Echo", methodName = "fail")
        RpcResponseMeta fail(RpcResponseMeta user);

        @BrpcMeta(serviceName = "test.v1.Echo", methodName = "missing")
        RpcResponseMeta missing(RpcResponseMeta user);
    }

    public interface Short {
        @BrpcMeta(serviceName = "Echo", methodName = "blocking")
        RpcResponseMeta blocking(RpcResponseMeta user);
    }

    public interface Unknown {
        @BrpcMeta(serviceName = "test.v1.Unknown", methodName = "blocking")
        RpcResponseMeta blocking(RpcResponseMeta user);
    }

    public static final class Echo implements Full {
        @Override
        public RpcResponseMeta blocking(RpcResponseMeta user) {
            ByteBuf attachment = RpcContext.isSet() ? RpcContext.getContext().getRequestBinaryAttachment() : null;
            if (attachment != null) {
                RpcContext.getContext().setResponseBinaryAttachment(Unpooled.wrappedBuffer(bytes(attachment)));
            }
            return user;
        }

        @Override
        public RpcResponseMeta fail(RpcResponseMeta user) {
            throw new IllegalStateException("failed on purpose");
        }

        @Override
        public RpcResponseMeta missing(RpcResponseMeta user) {
            return user;
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
        RpcServerOptions options = new RpcServerOptions();
        options.setIoThreadNum(1);
        options.setWorkThreadNum(4);
        RpcServer server = new RpcServer("127.0.0.1", port, options);
        server.registerService(new Echo());
        server.start();
        System.out.println("listening " + port);
        System.in.read();
    }

    private static void callGuarded(int port, String credential) {
        RpcClient client = client(port, Options.CompressType.COMPRESS_TYPE_NONE, credential);
        attempt(credential + " credential", () -> checked(proxy(client, Full.class), 7));
    }

    private static void call(int port) throws Exception {
        for (Options.CompressType compression : Options.CompressType.values()) {
            if (compression != Options.CompressType.COMPRESS_TYPE_LZ4) {
                RpcClient client = client(port, compression, "");
                attempt("compressed by " + compression.getNumber(), () -> checked(proxy(client, Full.class), 7));
            }
        }
        RpcClient client = client(port, Options.CompressType.COMPRESS_TYPE_NONE, "");
        Full full = proxy(client, Full.class);
        RpcClient byShortName = client(port, Options.CompressType.COMPRESS_TYPE_NONE, "");
        attempt("short name", () -> checkedShort(proxy(byShortName, Short.class)));
        attempt("attachment", () -> {
            RpcContext.getContext().setRequestBinaryAttachment("attached".getBytes("UTF-8"));
            String answer = checked(full, 8);
            ByteBuf back = RpcContext.getContext().getResponseBinaryAttachment();
            RpcContext.removeContext();
            return back != null && new String(bytes(back), "UTF-8").equals("attached") ? answer : "no attachment";
        });
        RpcClient ofUnknown = client(port, Options.CompressType.COMPRESS_TYPE_NONE, "");
        attempt("unknown service", () -> text(proxy(ofUnknown, Unknown.class).blocking(user(1))));
        attempt("unknown method", () -> text(full.missing(user(1))));
        for (int code : new int[] {1001, 1002, 1003, 1004, 1008, 1011, 2001, 2003, 2004}) {
            attempt("error " + code, () -> text(full.fail(user(code))));
        }
        attempt("concurrent", () -> concurrent(full));
    }

    private static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.getBytes(buffer.readerIndex(), bytes);
        return bytes;
    }

    private static String concurrent(Full full) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(16);
        List<Future<String>> calls = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long id = i;
            calls.add(callers.submit(() -> checked(full, id)));
        }
        for (Future<String> call : calls) {
            call.get();
        }
        callers.shutdown();
        return "400 answers";
    }

    private static RpcClient client(int port, Options.CompressType compression, String credential) {
        RpcClientOptions options = new RpcClientOptions();
        options.setChannelType(ChannelType.SINGLE_CONNECTION);
        options.setCompressType(compression);
        options.setReadTimeoutMillis(20_000);
        options.setWriteTimeoutMillis(20_000);
        options.setMaxTryTimes(1);
        options.setIoThreadNum(1);
        options.setWorkThreadNum(4);
        Interceptor authenticating = new AbstractInterceptor() {
            @Override
            public void aroundProcess(Request request, Response response, InterceptorChain chain) throws com.baidu.brpc.exceptions.RpcException {
                if (!credential.isEmpty()) {
                    request.setAuth(credential);
                }
                chain.intercept(request, response);
            }
        };
        return new RpcClient("list://127.0.0.1:" + port, options, new ArrayList<>(Collections.singletonList(authenticating)));
    }

    private static <T> T proxy(RpcClient client, Class<T> type) {
        return BrpcProxy.getProxy(client, type);
    }

    private static String checked(Full full, long id) {
        return check(full.blocking(user(id)), id);
    }

    private static String checkedShort(Short echo) {
        return check(echo.blocking(user(9)), 9);
    }

    private static String check(RpcResponseMeta answer, long id) {
        if (answer.getErrorCode() != id || !answer.getErrorText().equals(user(id).getErrorText())) {
            throw new AssertionError("answer " + answer.getErrorCode() + " to " + id);
        }
        return "answered";
    }

    private static String text(RpcResponseMeta user) {
        return user == null ? "no answer" : "answered";
    }

    private static RpcResponseMeta user(long id) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            name.append("user ").append(id).append(' ');
        }
        return RpcResponseMeta.newBuilder().setErrorCode((int) id).setErrorText(name.toString()).build();
    }

    private interface Attempt {
        String run() throws Exception;
    }

    private static void attempt(String what, Attempt attempt) {
        String outcome;
        try {
            outcome = attempt.run();
        } catch (com.baidu.brpc.exceptions.RpcException e) {
            outcome = "failed " + e.getCode() + " " + e.getMessage();
        } catch (Throwable e) {
            outcome = "threw " + e;
        }
        System.out.println(what + ": " + outcome.replace('\n', ' '));
    }
}
