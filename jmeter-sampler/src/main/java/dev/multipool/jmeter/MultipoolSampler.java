package dev.multipool.jmeter;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.jspecify.annotations.Nullable;

/**
 * A findUserInfo or a queryItems call as a sample of JMeter's Java Request.
 *
 * <p>A sample is right when the answer is about what was asked for; {@code responseCode} is {@code 200} then, else the
 * error code's name, or {@code WRONG_ANSWER}. Bytes are those of the Protobuf messages, without their frames. A parameter
 * that cannot be, or a server that cannot be reached at the start, ends the test: each sample would only repeat it.
 *
 * <p><b>Threads</b>: JMeter makes one for each of its threads.
 */
public final class MultipoolSampler extends AbstractJavaSamplerClient {
    private static final String WRONG_ANSWER = "WRONG_ANSWER";

    private @Nullable SamplerSettings settings;
    private @Nullable SharedClient shared;
    private @Nullable String cannotBegin;

    /** For JMeter. */
    public MultipoolSampler() {}

    @Override
    public Arguments getDefaultParameters() {
        return SamplerSettings.defaults();
    }

    @Override
    public void setupTest(JavaSamplerContext context) {
        try {
            settings = SamplerSettings.of(context);
            shared = SharedClient.open(settings);
        } catch (IllegalArgumentException e) {
            cannotBegin = e.getMessage();
        } catch (RpcException e) {
            cannotBegin = e.text();
        }
    }

    @Override
    public SampleResult runTest(JavaSamplerContext context) {
        SampleResult result = new SampleResult();
        result.setDataType(SampleResult.TEXT);
        if (settings == null || shared == null) {
            result.sampleStart();
            result.sampleEnd();
            failed(result, "SETUP", String.valueOf(cannotBegin));
            result.setStopTestNow(true);
            return result;
        }
        switch (settings.call()) {
            case FIND_USER_INFO -> findUserInfo(settings, shared.client(), result);
            case QUERY_ITEMS -> queryItems(settings, shared.client(), result);
        }
        return result;
    }

    @Override
    public void teardownTest(JavaSamplerContext context) {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    private static void findUserInfo(SamplerSettings settings, RpcClient client, SampleResult result) {
        long userId = 1 + ThreadLocalRandom.current().nextLong(settings.ids().maxUserId());
        FindUserInfoRequest request =
                FindUserInfoRequest.newBuilder().setUserId(userId).build();
        sample(
                request,
                result,
                () -> client.callBlocking(UserServiceMethods.FIND_USER_INFO, request, settings.timeout()),
                answer -> ofUser(userId, answer));
    }

    private static Verdict ofUser(long userId, FindUserInfoResponse answer) {
        return !answer.getFound()
                ? Verdict.NOT_FOUND
                : answer.getUser().getId() == userId ? Verdict.FOUND : Verdict.WRONG;
    }

    private static void queryItems(SamplerSettings settings, RpcClient client, SampleResult result) {
        QueryItemsRequest.Builder builder = QueryItemsRequest.newBuilder();
        LongStream.generate(() ->
                        1 + ThreadLocalRandom.current().nextLong(settings.ids().maxItemId()))
                .limit(settings.ids().items())
                .forEach(builder::addItemIds);
        QueryItemsRequest request = builder.build();
        sample(
                request,
                result,
                () -> client.callBlocking(ItemServiceMethods.QUERY_ITEMS, request, settings.timeout()),
                answer -> ofItems(request, answer));
    }

    private static Verdict ofItems(QueryItemsRequest request, QueryItemsResponse answer) {
        if (answer.getItemsCount() != request.getItemIdsCount()) {
            return Verdict.WRONG;
        }
        boolean allFound = true;
        for (int i = 0; i < request.getItemIdsCount(); i++) {
            if (answer.getItems(i).getId() != request.getItemIds(i)) {
                return Verdict.WRONG;
            }
            allFound &= answer.getItems(i).getFound();
        }
        return allFound ? Verdict.FOUND : Verdict.NOT_FOUND;
    }

    private static <R extends Message> void sample(
            Message request, SampleResult result, BlockingCall<R> call, Judge<R> judge) {
        result.setSentBytes(request.getSerializedSize());
        result.sampleStart();
        try {
            R answer = call.send();
            result.sampleEnd();
            result.setBodySize((long) answer.getSerializedSize());
            ended(result, judge.verdictOn(answer));
        } catch (RpcException e) {
            result.sampleEnd();
            failed(result, RpcErrorCode.nameOf(e.codeNumber()), e.text());
        } catch (InterruptedException e) {
            // JMeter stops its threads so
            result.sampleEnd();
            Thread.currentThread().interrupt();
            failed(result, "INTERRUPTED", "the test was stopped");
        }
    }

    private static void ended(SampleResult result, Verdict verdict) {
        switch (verdict) {
            case FOUND -> result.setResponseOK();
            case NOT_FOUND -> {
                result.setResponseOK();
                result.setResponseMessage("not found");
            }
            case WRONG -> failed(result, WRONG_ANSWER, "about something else than was asked");
        }
    }

    private static void failed(SampleResult result, String code, String text) {
        result.setSuccessful(false);
        result.setResponseCode(code);
        result.setResponseMessage(text);
    }

    /** What an answer is worth. */
    private enum Verdict {
        FOUND,
        /** Right, but something that was asked for is absent. */
        NOT_FOUND,
        WRONG
    }

    /** Sends a call and waits for its answer. */
    @FunctionalInterface
    private interface BlockingCall<R> {
        R send() throws InterruptedException;
    }

    /** Holds an answer against its question. */
    @FunctionalInterface
    private interface Judge<R> {
        Verdict verdictOn(R answer);
    }
}
