package dev.multipool.casebook.price;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;

/** Looks up a price in what blocks for 5 ms, as a driver without callbacks does, then signs it. */
final class PriceService extends PricesGrpc.PricesImplBase {
    private static final long LOOKUP_MILLIS = 5;
    /** About 0.1 ms of a core. */
    private static final int ROUNDS = 300;

    @Override
    public void find(FindRequest request, StreamObserver<FindResponse> answer) {
        try {
            long price = lookUp(request.getProductId());
            answer.onNext(FindResponse.newBuilder()
                    .setProductId(request.getProductId())
                    .setPriceCents(price)
                    .setSignature(ByteString.copyFrom(sign(price)))
                    .build());
            answer.onCompleted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.onError(Status.UNAVAILABLE.withDescription("stopping").asException());
        }
    }

    private static long lookUp(long product) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(LOOKUP_MILLIS);
        return 100 + product % 10_000;
    }

    private static byte[] sign(long price) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] signature = ByteBuffer.allocate(Long.BYTES).putLong(price).array();
            for (int round = 0; round < ROUNDS; round++) {
                signature = digest.digest(signature);
            }
            return signature;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
