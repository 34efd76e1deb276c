package dev.multipool.redis;

import com.google.protobuf.ByteString;
import dev.multipool.user.v1.UserInfo;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Made-up users: a user is a pure function of seed and id, the same on every JDK and machine, about 178 bytes long when
 * serialized.
 */
public final class SampleUsers {
    private static final int HASH_BYTES = 64;
    private static final int YOUNGEST = 18;
    private static final int OLDEST = 90;
    private static final int FEWEST_ROLES = 2;
    private static final int MOST_ROLES = 4;
    private static final String[] FIRST_NAMES = {
        "Ada",
        "Alan",
        "Barbara",
        "Claude",
        "Donald",
        "Edsger",
        "Frances",
        "Grace",
        "Hedy",
        "John",
        "Katherine",
        "Leslie",
        "Margaret",
        "Niklaus",
        "Radia",
        "Tony"
    };
    private static final String[] LAST_NAMES = {
        "Allen",
        "Church",
        "Dijkstra",
        "Hamilton",
        "Hoare",
        "Hopper",
        "Johnson",
        "Knuth",
        "Lamarr",
        "Lamport",
        "Liskov",
        "Lovelace",
        "Perlman",
        "Shannon",
        "Turing",
        "Wirth"
    };
    private static final String[] DOMAINS = {
        "accounts.example.com", "customers.example.org", "members.example.net", "people.example.com"
    };
    private static final String[] ROLES = {
        "accounts.owner",
        "billing.clerk",
        "catalog.editor",
        "orders.operator",
        "orders.reviewer",
        "reports.auditor",
        "shipping.planner",
        "support.agent"
    };

    private SampleUsers() {}

    /** The user with this id; one seed gives one set of users. */
    public static UserInfo user(long seed, long id) {
        SplitMix64 random = new SplitMix64(SplitMix64.mix(seed) ^ id);
        String first = random.pick(FIRST_NAMES);
        String last = random.pick(LAST_NAMES);
        UserInfo.Builder user = UserInfo.newBuilder()
                .setId(id)
                .setName(first + " " + last)
                .setEmail(first.toLowerCase(Locale.ROOT) + "." + last.toLowerCase(Locale.ROOT) + "." + id + "@"
                        + random.pick(DOMAINS))
                .setAge(YOUNGEST + random.below(OLDEST - YOUNGEST + 1));
        user.addAllRoles(roles(random));
        return user.setAvatarHash(ByteString.copyFrom(hash(random))).build();
    }

    private static Set<String> roles(SplitMix64 random) {
        Set<String> roles = new LinkedHashSet<>();
        int wanted = FEWEST_ROLES + random.below(MOST_ROLES - FEWEST_ROLES + 1);
        while (roles.size() < wanted) {
            roles.add(random.pick(ROLES));
        }
        return roles;
    }

    private static byte[] hash(SplitMix64 random) {
        ByteBuffer hash = ByteBuffer.allocate(HASH_BYTES);
        while (hash.hasRemaining()) {
            hash.putLong(random.next());
        }
        return hash.array();
    }
}
