package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.time.Duration;

/**
 * What findUserInfo weighs beyond its read from Redis.
 *
 * @param cpu CPU time that each call uses up; zero for none
 * @param waiting how long each call waits for a mock downstream
 */
public record FindUserInfoSettings(Duration cpu, DelayDistribution waiting) {
    /** Whether any CPU work is wanted, which takes a calibration. */
    public boolean usesCpu() {
        return !cpu.isZero();
    }
}
