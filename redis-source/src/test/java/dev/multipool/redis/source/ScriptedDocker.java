package dev.multipool.redis.source;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A Unix-domain socket that answers each request line as told, byte for byte; a null answer is silence. */
final class ScriptedDocker implements Closeable {
    private final Path folder;
    private final ServerSocketChannel server;
    private final Thread thread;
    private final List<SocketChannel> silent = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    ScriptedDocker(Function<String, @Nullable String> script) throws IOException {
        // Not below the build folder: a socket's path may be 108 bytes long at most.
        this.folder = Files.createTempDirectory("docker");
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket()));
        this.thread = new Thread(() -> serve(script), "scripted-docker");
        thread.setDaemon(true);
        thread.start();
    }

    static String answer(int status, String body) {
        return "HTTP/1.0 " + status + " Whatever\r\nContent-Type: application/json\r\n\r\n" + body;
    }

    Path socket() {
        return folder.resolve("docker.sock");
    }

    DockerEndpoint endpoint() {
        return DockerEndpoint.unix(socket());
    }

    List<String> requests() {
        return requests;
    }

    private void serve(Function<String, @Nullable String> script) {
        try {
            while (true) {
                SocketChannel client = server.accept();
                ByteBuffer buffer = ByteBuffer.allocate(4096);
                client.read(buffer);
                String request = new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
                String line = request.lines().findFirst().orElse("").replace(" HTTP/1.0", "");
                requests.add(line);
                String answer = script.apply(line);
                if (answer == null) {
                    silent.add(client);
                } else {
                    client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
                    client.close();
                }
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        // A thread that is still in accept() keeps the socket open, and a link to it would still connect.
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SocketChannel channel : silent) {
            channel.close();
        }
        Files.deleteIfExists(socket());
        Files.delete(folder);
    }
}
