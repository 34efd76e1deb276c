package ${package};

import dev.multipool.pools.PoolConfig;
import java.util.List;

/**
 * What the command line says.
 *
 * @param host address to listen on; loopback unless it is given
 * @param port port to listen on; 0 takes a free one
 * @param adminPort port of health, pools and threads over HTTP, on loopback; -1 for none
 * @param pool what the handler runs on
 */
record ServiceSettings(String host, int port, int adminPort, PoolConfig pool) {
    static final String LOOPBACK = "127.0.0.1";

    private static final String POOL = "business";
    private static final String EXPECTED =
            "(expected: --host HOST, --port N, --admin-port N or --pool SPEC, such as fixed:threads=16,queue=1000)";

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException with what is wrong and what was expected
     */
    static ServiceSettings parse(List<String> arguments) {
        String host = LOOPBACK;
        int port = ${port};
        int adminPort = -1;
        PoolConfig pool = PoolConfig.parse(POOL, "fixed:threads=16,queue=1000");
        for (int i = 0; i < arguments.size(); i += 2) {
            String flag = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(flag + " without a value " + EXPECTED);
            }
            String value = arguments.get(i + 1);
            switch (flag) {
                case "--host" -> host = value;
                case "--port" -> port = port(flag, value);
                case "--admin-port" -> adminPort = port(flag, value);
                case "--pool" -> pool = PoolConfig.parse(POOL, value);
                default -> throw new IllegalArgumentException(flag + " " + EXPECTED);
            }
        }
        return new ServiceSettings(host, port, adminPort, pool);
    }

    private static int port(String flag, String value) {
        if (!value.matches("[0-9]{1,5}") || Integer.parseInt(value) > 65_535) {
            throw new IllegalArgumentException(flag + ": " + value + " (expected: 0 to 65535)");
        }
        return Integer.parseInt(value);
    }
}
