package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.user.v1.UserInfo;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SampleUsersTest {
    @Test
    void user_ofOneSeedAndId_hasTheseBytesOnEveryMachine() {
        byte[] bytes = SampleUsers.user(1, 42).toByteArray();

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("082a120d436c6175646520486f707065721a24636c617564652e686f707065722e3432406d656d626572732e"
                        + "6578616d706c652e6e657420372a0f6f72646572732e6f70657261746f722a0d737570706f72742e6167656e"
                        + "7432401fdbd29658a893e07301ed3b99d2d1b54e59427504545418f6ae48890cf75b2c9b05cfb0519369bfb3"
                        + "df20069d5ce96ce28a34fa949f858ffdea6fc8b4ead11a");
    }

    @Test
    void user_isAboutAsLongAsARealOne() {
        double mean = LongStream.rangeClosed(1, 10_000)
                .mapToInt(id -> SampleUsers.user(7, id).getSerializedSize())
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(178, Offset.offset(4.0));
    }

    @Test
    void user_ofAnotherSeed_isAnother() {
        assertThat(SampleUsers.user(1, 42)).isEqualTo(SampleUsers.user(1, 42));
        assertThat(SampleUsers.user(2, 42)).isNotEqualTo(SampleUsers.user(1, 42));
    }

    @Test
    void user_hasEveryFieldFilled() {
        UserInfo user = SampleUsers.user(3, Long.MAX_VALUE);

        assertThat(user.getId()).isEqualTo(Long.MAX_VALUE);
        assertThat(user.getName()).contains(" ");
        assertThat(user.getEmail()).matches("[a-z.]+[0-9]+@[a-z.]+");
        assertThat(user.getAge()).isBetween(18, 90);
        assertThat(user.getRolesList()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(user.getAvatarHash().size()).isEqualTo(64);
    }
}
