package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.user.v1.UserInfo;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredUserTest {

    @Test
    void of_aSerializedUser_keepsItsBytesAndParsesToIt() throws Exception {
        for (long id = 1; id <= 100; id++) {
            UserInfo user = SampleUsers.user(7, id);

            StoredUser stored = StoredUser.of(id, user.toByteArray());

            assertThat(stored.bytes()).isEqualTo(user.toByteString());
            assertThat(stored.parse()).isEqualTo(user);
            assertThat(stored).isEqualTo(StoredUser.of(user));
        }
    }

    @Test
    void of_anotherUsersBytes_isRefused() {
        byte[] second = SampleUsers.user(7, 2).toByteArray();

        assertThatExceptionOfType(InvalidProtocolBufferException.class)
                .isThrownBy(() -> StoredUser.of(1, second))
                .withMessage("id 2");
    }

    /** What is passed on unparsed must be what a parser would have taken: else the client meets the damage. */
    @Test
    void of_damagedBytes_takesNoneThatAParserRefuses() {
        Random random = new Random(20_261_121);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = SampleUsers.user(7, 5).toByteArray();
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;

            if (accepts(cut)) {
                assertThat(parsesToUserFive(cut))
                        .as("damage of round %d", round)
                        .isTrue();
            } else {
                refused++;
            }
        }
        assertThat(refused).isBetween(2_000, 18_000);
    }

    private static boolean accepts(byte[] bytes) {
        try {
            StoredUser.of(5, bytes);
            return true;
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }

    private static boolean parsesToUserFive(byte[] bytes) {
        try {
            return UserInfo.parseFrom(bytes).getId() == 5;
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }
}
