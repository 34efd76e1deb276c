package dev.multipool.example.thumbnails;

import dev.multipool.pools.FanOut;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolGraph;
import dev.multipool.pools.Pools;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WaitScope;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/**
 * Makes a thumbnail of each PNG picture of a directory: {@code Thumbnails FROM TO [POOL]}. One pool has a task per picture,
 * which waits for a task on the other that scales it; at the end the ledgers say where the time went.
 */
public final class Thumbnails {
    private static final int SIDE = 64;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String DEFAULT_SCALE = "fixed:threads=2,queue=1000";

    private Thumbnails() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 2 || args.length > 3 || !Files.isDirectory(Path.of(args[0]))) {
            System.err.println("Thumbnails: " + String.join(" ", args)
                    + " (expected: a directory of pictures, a directory for the thumbnails, and maybe the pool that"
                    + " scales, such as " + DEFAULT_SCALE + ")");
            System.exit(2);
        }
        PoolConfig scale;
        try {
            scale = PoolConfig.parse("scale", args.length == 3 ? args[2] : DEFAULT_SCALE);
        } catch (IllegalArgumentException e) {
            System.err.println("Thumbnails: " + e.getMessage());
            System.exit(2);
            return;
        }
        make(Path.of(args[0]), Files.createDirectories(Path.of(args[1])), scale);
    }

    private static void make(Path from, Path to, PoolConfig scale) throws IOException, InterruptedException {
        PoolGraph.builder().waits("files", "scale").build(); // refuses pools that could wait for each other
        try (MeasuredPool files = Pools.create(PoolConfig.parse("files", "fixed:threads=4,queue=1000"));
                MeasuredPool scaling = Pools.create(scale)) {
            List<Callable<Path>> tasks;
            try (Stream<Path> pictures = Files.list(from)) {
                tasks = pictures.filter(path -> path.toString().endsWith(".png"))
                        .sorted()
                        .<Callable<Path>>map(picture -> () -> thumbnail(picture, to, scaling))
                        .toList();
            }
            int made = FanOut.on(files).join(tasks, TIMEOUT).size();
            System.out.println(made + " thumbnails");
            for (MeasuredPool pool : List.of(files, scaling)) {
                print(pool);
            }
        }
    }

    private static Path thumbnail(Path picture, Path to, MeasuredPool scaling)
            throws IOException, InterruptedException {
        BufferedImage image;
        // what is declared as a wait is shown as one; the rest of the blocked time is "other"
        WaitScope reading = WaitScope.open(WaitCause.IO);
        try {
            image = ImageIO.read(picture.toFile());
        } finally {
            reading.close();
        }
        if (image == null) {
            throw new IOException(picture + ": not a picture (expected: PNG)");
        }
        Callable<BufferedImage> scaled = () -> scale(image);
        BufferedImage small = FanOut.on(scaling).join(List.of(scaled), TIMEOUT).get(0);
        Path target = to.resolve(picture.getFileName());
        WaitScope writing = WaitScope.open(WaitCause.IO);
        try {
            ImageIO.write(small, "png", target.toFile());
        } finally {
            writing.close();
        }
        return target;
    }

    private static BufferedImage scale(BufferedImage image) {
        BufferedImage small = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = small.createGraphics();
        canvas.drawImage(image, 0, 0, SIDE, SIDE, null);
        canvas.dispose();
        return small;
    }

    private static void print(MeasuredPool pool) {
        LedgerSnapshot ledger = pool.snapshot();
        System.out.printf(
                "%s (%s): %d tasks, busy %.2f, queued p99 %.1f ms, waited for tasks %.1f ms, for files %.1f ms%n",
                ledger.poolName(),
                pool.config().spec(),
                ledger.completions(),
                ledger.utilization(),
                ledger.queueTimeNanos().percentile(99) / 1e6,
                ledger.times().joinWaitNanos() / 1e6,
                ledger.times().ioWaitNanos() / 1e6);
    }
}
