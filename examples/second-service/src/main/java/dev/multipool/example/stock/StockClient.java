package dev.multipool.example.stock;

import dev.multipool.example.stock.v1.ReserveRequest;
import dev.multipool.example.stock.v1.ReserveResponse;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;

/** Reserves pieces of an article: {@code StockClient PORT ARTICLE PIECES}. */
public final class StockClient {
    private StockClient() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length != 3 || !args[0].matches("[0-9]{1,5}") || !args[2].matches("[0-9]{1,9}")) {
            System.err.println("StockClient: " + String.join(" ", args) + " (expected: PORT ARTICLE PIECES)");
            System.exit(2);
        }
        ReserveRequest request = ReserveRequest.newBuilder()
                .setArticle(args[1])
                .setPieces(Integer.parseInt(args[2]))
                .build();
        int port = Integer.parseInt(args[0]);
        try (RpcClient client = RpcClient.builder().target("127.0.0.1", port).build()) {
            ReserveResponse response = client.callBlocking(StockServer.RESERVE, request, Duration.ofSeconds(1));
            System.out.println(
                    (response.getReserved() ? "reserved, " : "not reserved, ") + response.getPiecesLeft() + " left");
        } catch (RpcException e) {
            System.err.println("StockClient: " + e.getMessage());
            System.exit(1);
        }
    }
}
