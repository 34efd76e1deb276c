package dev.multipool.laboratory.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.multipool.laboratory.check.CheckFinding.Code;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each mistake in a load of methods is one finding. */
@Tag("once")
class MethodCheckIT {
    @TempDir
    Path folder;

    @Test
    void soundLoad_hasNoFinding() throws Exception {
        assertThat(check("grpc", "findUserInfo", "{expect: {json: {at: /user/id, is: 3}}}"))
                .isEmpty();
    }

    @Test
    void serverWithoutReflection_isNamed_unlessThereIsAFile() throws Exception {
        found(
                check("grpc-silent", "findUserInfo", "{}"),
                Code.NO_REFLECTION,
                "reflection: UNIMPLEMENTED (expected: a server with gRPC's reflection service, or a file of descriptors)");

        Files.write(
                folder.resolve("user.pb"),
                FileDescriptorSet.newBuilder()
                        .addFile(FindUserInfoRequest.getDescriptor().getFile().toProto())
                        .build()
                        .toByteArray());
        assertThat(check("grpc-silent", "findUserInfo", "{descriptors: user.pb}"))
                .isEmpty();
    }

    @Test
    void wrongMethod_isNamedWithThoseThatAre() throws Exception {
        found(
                check("grpc", "findUser", "{}"),
                Code.NO_METHOD,
                "method findUser is not in multipool.user.v1.UserService (expected: one of [findUserInfo])");
    }

    @Test
    void bodyThatDoesNotFit_isNamed() throws Exception {
        found(
                check("grpc", "findUserInfo", "{body: '{\"user\": {id}}'}"),
                Code.WRONG_REQUEST,
                "body: no multipool.user.v1.FindUserInfoRequest: ");
    }

    @Test
    void statusAndAnswerThatAreNotExpected_areNamed() throws Exception {
        found(
                check("grpc", "findUserInfo", "{body: '{\"userId\": 404, \"user_id\": {id}}'}"),
                Code.WRONG_REQUEST,
                "body: ");
        found(
                check("grpc", "findUserInfo", "{id: 404..404}"),
                Code.WRONG_STATUS,
                "findUserInfo: status NOT_FOUND (expected: status OK)");
        found(
                check("grpc", "findUserInfo", "{expect: {json: {at: /user/id, is: 4}}}"),
                Code.WRONG_BODY,
                "answer 'user { id: 3 }' (expected: '4' at /user/id of its JSON)");
    }

    @Test
    void serverOfAnotherProtocol_isOneFinding() throws Exception {
        found(check("plain", "findUserInfo", "{}"), Code.NO_ANSWER, "can't be reached: ");
    }

    private static void found(List<CheckFinding> findings, Code code, String words) {
        assertThat(findings).extracting(CheckFinding::code).containsExactly(code);
        assertThat(findings.get(0).sentence()).contains(words).hasLineCount(1);
    }

    /** @param more keys of the load as a map of YAML, in place of those that it has */
    private List<CheckFinding> check(String mode, String method, String more) throws Exception {
        Path file = folder.resolve("user.yaml");
        String keys = more.substring(1, more.length() - 1);
        Files.writeString(file, """
                service:
                  start: '"%s" -XX:TieredStopAtLevel=1 -cp "%s" %s %s {port}'
                  ready: {tcp: '127.0.0.1:{port}'}
                  ready-within: 60s
                  stop-within: 5s
                knobs: {size: {range: 2..50, jmx: 'small:type=Pool (*)', attribute: Size}}
                load: {grpc: '127.0.0.1:{port}/%s/%s'%s%s%s}
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        SmallService.class.getName(),
                        mode,
                        SmallGrpc.SERVICE,
                        method,
                        keys.contains("body:") ? "" : ", body: '{\"userId\": {id}}'",
                        keys.contains("id: 4") ? "" : ", id: 3..9",
                        keys.isEmpty() ? "" : ", " + keys));
        return ServiceCheck.check(DescriptionReader.read(file), folder.resolve("console.log"));
    }
}
