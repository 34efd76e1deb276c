package dev.multipool.laboratory.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PortHolderIT {
    @Test
    void of_portOnWhichThisProcessListens_isThisProcess() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            PortHolder holder = Objects.requireNonNull(PortHolder.of(socket.getLocalPort()));

            assertThat(holder.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(holder.describe())
                    .startsWith("process " + ProcessHandle.current().pid() + " (");
        }
    }

    @Test
    void of_portThatWasFreed_isNobody() throws IOException {
        assertThat(PortHolder.of(PortHolder.free())).isNull();
    }

    @Test
    void describe_whereTheSystemNamesNobody_saysSo() {
        assertThat(new PortHolder(80, null, "").describe()).isEqualTo("a process that the system does not name");
    }
}
