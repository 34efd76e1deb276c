package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class JvmMemoryTest {
    private static final String STATUS = "Name:\tjava\nVmRSS:\t    2048 kB\n";

    @Test
    void parse_addsUpClassesAndReadsResidentMemory() throws IOException {
        JvmMemory memory = JvmMemory.parse("""
                4711:
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:            10           1000  [B (java.base@17.0.15)
                   2:             2             64  dev.multipool.Thing
                Total            12           1064
                """, STATUS);

        assertThat(memory.heapBytes()).isEqualTo(1064);
        assertThat(memory.heapBytesByClass()).containsEntry("[B", 1000L).containsEntry("dev.multipool.Thing", 64L);
        assertThat(memory.residentBytes()).isEqualTo(2048 * 1024);
    }

    @Test
    void parse_ofSomethingElse_fails() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> JvmMemory.parse("4711: no such process", STATUS))
                .withMessageContaining("no such process");
    }
}
