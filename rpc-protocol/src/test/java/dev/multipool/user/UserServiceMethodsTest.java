package dev.multipool.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.StoredUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UserServiceMethodsTest {
    private static final long SEED = 42;

    @Test
    void findStoredUserInfo_isTheSameMethod() {
        assertThat(UserServiceMethods.FIND_STORED_USER_INFO.fullName())
                .isEqualTo(UserServiceMethods.FIND_USER_INFO.fullName());
        assertThat(UserServiceMethods.FIND_STORED_USER_INFO.shortServiceName())
                .isEqualTo(UserServiceMethods.FIND_USER_INFO.shortServiceName());
    }

    @Test
    void findStoredUserInfo_isWrittenAsFindUserInfoIs() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            requireSameBytes(newUser(random));
        }
    }

    @Test
    void findStoredUserInfo_ofAUserWithoutBytes_hasAUser() {
        requireSameBytes(UserInfo.getDefaultInstance());
    }

    @Test
    void findStoredUserInfo_ofAnAbsentUser_isWrittenAsFindUserInfoIs() {
        assertThat(StoredUserInfoResponse.getDefaultInstance().toByteString())
                .isEqualTo(FindUserInfoResponse.getDefaultInstance().toByteString());
    }

    private static void requireSameBytes(UserInfo user) {
        FindUserInfoResponse parsed =
                FindUserInfoResponse.newBuilder().setFound(true).setUser(user).build();
        StoredUserInfoResponse stored = StoredUserInfoResponse.newBuilder()
                .setFound(true)
                .setUser(user.toByteString())
                .build();

        assertThat(stored.toByteString()).isEqualTo(parsed.toByteString());
    }

    private static UserInfo newUser(Random random) {
        UserInfo.Builder user = UserInfo.newBuilder();
        if (random.nextBoolean()) {
            user.setId(random.nextLong());
        }
        if (random.nextBoolean()) {
            user.setName("Zoë".repeat(random.nextInt(100)));
        }
        for (int roles = random.nextInt(4); roles > 0; roles--) {
            user.addRoles("role " + random.nextInt());
        }
        if (random.nextBoolean()) {
            byte[] hash = new byte[random.nextInt(64)];
            random.nextBytes(hash);
            user.setAge(random.nextInt()).setAvatarHash(ByteString.copyFrom(hash));
        }
        return user.build();
    }
}
