package dev.multipool.redis.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ContainerOwnerTest {
    @Test
    void parse_ofItsText_isTheSameOwner() throws IOException {
        ContainerOwner self = ContainerOwner.self();

        assertThat(ContainerOwner.parse(self.toString())).contains(self);
        assertThat(ContainerOwner.parse("somebody else's label")).isEmpty();
    }

    @Test
    void isDead_ofALivingOwner_isFalse() throws IOException {
        assertThat(ContainerOwner.self().isDead()).isFalse();
    }

    @Test
    void isDead_ofAProcessThatIsGoneOrAnother_isTrue() throws IOException {
        ContainerOwner self = ContainerOwner.self();

        assertThat(new ContainerOwner(self.host(), Integer.MAX_VALUE, self.startMillis()).isDead())
                .isTrue();
        assertThat(new ContainerOwner(self.host(), self.processId(), self.startMillis() - 3_600_000).isDead())
                .isTrue();
    }

    @Test
    void isDead_ofAnotherMachinesOwner_isNotOursToSay() throws IOException {
        ContainerOwner self = ContainerOwner.self();

        assertThat(new ContainerOwner("not-" + self.host(), Integer.MAX_VALUE, 0).isDead())
                .isFalse();
    }
}
