package dev.multipool.redis.provision;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerInfoTest {
    @Test
    void parse_ofRedis_hasItsVersionAndProcess() {
        ServerInfo info = ServerInfo.parse("# Server\r\nredis_version:7.0.15\r\nos:Linux\r\nprocess_id:4711\r\n");

        assertThat(info).isEqualTo(new ServerInfo("redis", "7.0.15", 4711));
    }

    @Test
    void parse_ofValkey_hasItsOwnVersion() {
        ServerInfo info = ServerInfo.parse(
                "redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\nprocess_id:1\r\n");

        assertThat(info).isEqualTo(new ServerInfo("valkey", "8.1.1", 1));
    }
}
