package dev.multipool.pools.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddedPoolsIT {

    @Test
    void main_runsAndFitsOnAPage() throws Exception {
        EmbeddedPools.main(new String[0]);

        Path source = Path.of("src/test/java/dev/multipool/pools/example/EmbeddedPools.java");
        assertThat(Files.readAllLines(source)).hasSizeLessThanOrEqualTo(40);
    }
}
