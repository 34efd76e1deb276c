package dev.multipool.example.thumbnails;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own. */
class ThumbnailsIT {
    private static final int PICTURES = 12;

    @TempDir
    private Path directory;

    @BeforeEach
    void drawPictures() throws IOException {
        Path from = Files.createDirectory(directory.resolve("from"));
        for (int i = 0; i < PICTURES; i++) {
            BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
            Graphics2D canvas = image.createGraphics();
            canvas.setColor(Color.ORANGE);
            canvas.fillRect(0, 0, 400, 300);
            canvas.dispose();
            ImageIO.write(image, "png", from.resolve("picture" + i + ".png").toFile());
        }
    }

    @Test
    void main_makesEachThumbnail_andItsLedgersHaveEachTask() throws Exception {
        Run run = run("from", "to");

        assertThat(run.code).as(run.errors).isZero();
        assertThat(run.lines).hasSize(3);
        assertThat(run.lines.get(0)).isEqualTo(PICTURES + " thumbnails");
        assertThat(run.lines.get(1)).startsWith("files (fixed:threads=4,queue=1000): " + PICTURES + " tasks");
        assertThat(run.lines.get(2)).startsWith("scale (fixed:threads=2,queue=1000): " + PICTURES + " tasks");
        BufferedImage first =
                ImageIO.read(directory.resolve("to").resolve("picture0.png").toFile());
        assertThat(first.getWidth()).isEqualTo(64);
        assertThat(new Color(first.getRGB(32, 32))).isEqualTo(Color.ORANGE);
    }

    @Test
    void main_withAPoolThatCannotBe_endsWithOneLine() throws Exception {
        Run run = run("from", "to", "fixed:threads=0");

        assertThat(run.code).isEqualTo(2);
        assertThat(run.lines).isEmpty();
        assertThat(run.errors).startsWith("Thumbnails: ").contains("expected").hasLineCount(1);
    }

    private Run run(String from, String to, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                Thumbnails.class.getName(),
                directory.resolve(from).toString(),
                directory.resolve(to).toString()));
        command.addAll(List.of(more));
        Path errors = directory.resolve("errors");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return new Run(process.waitFor(), lines, Files.readString(errors));
    }

    private record Run(int code, List<String> lines, String errors) {}
}
