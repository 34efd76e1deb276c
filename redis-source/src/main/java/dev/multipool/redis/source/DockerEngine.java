package dev.multipool.redis.source;

import dev.multipool.redis.source.DockerHttp.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Docker engine that answered, asked by JDK means and never longer than it is given. */
final class DockerEngine {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final Pattern ERROR = Pattern.compile("\"(?:error|message)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final DockerEndpoint endpoint;
    private final DockerHttp http;

    private DockerEngine(DockerEndpoint endpoint) {
        this.endpoint = endpoint;
        this.http = new DockerHttp(endpoint);
    }

    /** Asks whether an engine answers there. */
    static DockerEngine probe(DockerEndpoint endpoint, Deadline deadline) throws NoContainerException {
        DockerEngine engine = new DockerEngine(endpoint);
        int status = engine.ask("GET", "/_ping", deadline).status();
        if (status != OK) {
            throw engine.noAnswer("HTTP status " + status + " to /_ping");
        }
        return engine;
    }

    DockerEndpoint endpoint() {
        return endpoint;
    }

    /** Whether the engine has an image of this name (and tag, when the name has one). */
    boolean hasImage(String image, Deadline deadline) throws NoContainerException {
        Answer answer = ask("GET", "/images/" + image + "/json", deadline);
        if (answer.status() == OK || answer.status() == NOT_FOUND) {
            return answer.status() == OK;
        }
        throw new NoContainerException("the Docker engine at " + endpoint.name() + " can't say whether it has " + image
                + ": HTTP status " + answer.status());
    }

    /** Whether the engine has any version of an image. */
    boolean hasAnyVersionOf(String repository, Deadline deadline) throws NoContainerException {
        String filter = URLEncoder.encode("{\"reference\":[\"" + repository + "\"]}", StandardCharsets.UTF_8);
        Answer answer = ask("GET", "/images/json?filters=" + filter, deadline);
        return answer.status() == OK && answer.body().contains("\"Id\"");
    }

    /**
     * Has the engine fetch an image.
     *
     * @throws NoContainerException when it could not within the limit; the engine is told to stop by our hanging up
     */
    void pull(String image, Duration limit) throws NoContainerException {
        Deadline deadline = Deadline.after(limit);
        try {
            Answer answer = http.send("POST", "/images/create?" + pullQuery(image), deadline);
            // A pull that fails half-way has said 200 long before.
            Matcher error = ERROR.matcher(answer.body());
            if (answer.status() != OK || answer.body().contains("\"errorDetail\"")) {
                String reason = error.find() ? error.group(1).replace("\\\"", "\"") : "HTTP status " + answer.status();
                throw new NoContainerException(image + " can't be pulled (" + Reasons.oneLine(reason) + ")");
            }
        } catch (IOException e) {
            throw new NoContainerException(image + " can't be pulled (" + Reasons.of(e) + ")", e);
        }
        if (!hasImage(image, deadline)) {
            throw new NoContainerException(image + " can't be pulled (the pull ended without it)");
        }
    }

    static String pullQuery(String image) {
        int colon = image.lastIndexOf(':');
        boolean tagged = colon > image.lastIndexOf('/') && !image.contains("@");
        String name = tagged ? image.substring(0, colon) : image;
        String query = "fromImage=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        if (image.contains("@")) {
            return query;
        }
        return query + "&tag=" + (tagged ? image.substring(colon + 1) : "latest");
    }

    private Answer ask(String method, String path, Deadline deadline) throws NoContainerException {
        try {
            return http.send(method, path, deadline);
        } catch (NoSuchFileException e) {
            throw noAnswer("no such socket");
        } catch (ConnectException e) {
            throw noAnswer("connection refused");
        } catch (SocketException e) {
            throw noAnswer(String.valueOf(e.getMessage()).contains("No such file") ? "no such socket" : Reasons.of(e));
        } catch (IOException e) {
            throw noAnswer(Reasons.of(e));
        }
    }

    private NoContainerException noAnswer(String detail) {
        return new NoContainerException("no Docker engine answers at " + endpoint.name() + " (" + detail + ")");
    }
}
