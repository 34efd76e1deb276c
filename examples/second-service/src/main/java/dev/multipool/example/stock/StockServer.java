package dev.multipool.example.stock;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;

import dev.multipool.example.stock.v1.ReserveRequest;
import dev.multipool.example.stock.v1.ReserveResponse;
import dev.multipool.example.stock.v1.StockProto;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.limits.ServerLimits;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One server with two services: findUserInfo, and one from a .proto file of its own. Each has its own pool, so a rush on
 * the one leaves the other's threads alone.
 */
public final class StockServer {
    /** What a handler is registered for and a client calls; both ends share it. */
    static final RpcMethod<ReserveRequest, ReserveResponse> RESERVE = RpcMethod.of(
            StockProto.getDescriptor().findServiceByName("StockService"),
            "reserve",
            ReserveRequest.getDefaultInstance(),
            ReserveResponse.getDefaultInstance());

    private final Map<String, Integer> piecesLeft = new ConcurrentHashMap<>(Map.of("lamp", 10, "chair", 4));
    private final Map<Long, UserInfo> users = Map.of(
            1L, UserInfo.newBuilder().setId(1).setName("Ada").build(),
            2L, UserInfo.newBuilder().setId(2).setName("Grace").build());

    /** Serves on a port of loopback, 0 for a free one, until a signal; then prints what its pools did. */
    public static void main(String[] args) throws IOException {
        if (args.length != 1 || !args[0].matches("[0-9]{1,5}")) {
            System.err.println("StockServer: " + String.join(" ", args) + " (expected: one argument, the port)");
            System.exit(2);
        }
        RpcServer server = new StockServer().server(Integer.parseInt(args[0]));
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "shutdown"));
        System.out.println("listening on 127.0.0.1:" + server.address().getPort());
    }

    RpcServer server(int port) {
        return RpcServer.builder()
                .host("127.0.0.1")
                .port(port)
                .pool(PoolConfig.parse("users", "fixed:threads=8,queue=100"))
                .pool(PoolConfig.parse("stock", "fixed:threads=2,queue=20"))
                .limits(ServerLimits.DEFAULT.withMaxCallsInFlight(200))
                .maxInFlight(RESERVE, 50)
                .drainTimeout(Duration.ofSeconds(5))
                .blocking(FIND_USER_INFO, "users", (request, call) -> find(request))
                .blocking(RESERVE, "stock", (request, call) -> reserve(request))
                .build();
    }

    private FindUserInfoResponse find(FindUserInfoRequest request) {
        UserInfo user = users.get(request.getUserId());
        return user == null
                ? FindUserInfoResponse.getDefaultInstance()
                : FindUserInfoResponse.newBuilder().setFound(true).setUser(user).build();
    }

    private ReserveResponse reserve(ReserveRequest request) {
        int wanted = request.getPieces();
        if (wanted < 1) {
            // a handler chooses the code and the text of an error by this exception; any other is answered EINTERNAL
            throw new RpcException(RpcErrorCode.EREQUEST, "pieces: " + wanted + " (expected: >= 1)");
        }
        ReserveResponse.Builder response = ReserveResponse.newBuilder();
        Integer left = piecesLeft.computeIfPresent(request.getArticle(), (article, pieces) -> {
            response.setReserved(pieces >= wanted);
            return pieces >= wanted ? pieces - wanted : pieces;
        });
        if (left == null) {
            throw new RpcException(
                    RpcErrorCode.EREQUEST,
                    "article: '" + request.getArticle() + "' (expected: one of " + piecesLeft.keySet() + ")");
        }
        return response.setPiecesLeft(left).build();
    }

    private static void stop(RpcServer server) {
        server.close();
        for (MeasuredPool pool : server.pools()) {
            LedgerSnapshot ledger = pool.snapshot();
            System.out.println(ledger.poolName() + ": " + ledger.completions() + " calls, longest wait for a thread "
                    + ledger.queueTimeNanos().max() / 1000 + " us");
        }
    }
}
