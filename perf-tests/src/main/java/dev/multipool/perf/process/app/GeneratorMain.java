package dev.multipool.perf.process.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.app.Main;
import dev.multipool.perf.process.LineServer;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * A load generator that stays: each line holds a command line of the generator as a JSON array, the answer is its exit code.
 * Its second run meets compiled code.
 */
public final class GeneratorMain {
    private GeneratorMain() {}

    public static void main(String[] args) throws Exception {
        Logging.quiet();
        ObjectMapper json = new ObjectMapper();
        Charset charset = Charset.defaultCharset();
        PrintWriter out = new PrintWriter(System.out, true, charset);
        PrintWriter err = new PrintWriter(System.err, true, charset);
        try (LineServer orders = LineServer.listen()) {
            System.out.println("listening on 127.0.0.1:" + orders.port());
            orders.serve(line -> {
                // what the run before left must not be collected in the next one's window
                System.gc();
                return Integer.toString(Main.run(out, err, json.readValue(line, String[].class)));
            });
        }
        System.exit(0);
    }
}
