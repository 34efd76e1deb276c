package dev.multipool.rpc.server.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A headless browser of this machine, which looks at pages in files or of a server. */
public final class Chromium implements AutoCloseable {
    private final ChromeDriver driver;

    private Chromium(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts it; skips the test where there is none, unless the environment asks for one.
     *
     * @param dark which of the two colour schemes the pages see
     */
    public static Chromium start(boolean dark) {
        boolean required = Boolean.parseBoolean(System.getenv("REQUIRE_CHROMIUM"));
        Optional<Path> browser = onPath("chromium");
        Optional<Path> control = onPath("chromedriver");
        assumeTrue(
                required || (browser.isPresent() && control.isPresent()),
                "no chromium and chromedriver on the path (Debian: apt-get install chromium chromium-driver)");
        assertThat(browser).as("chromium on the path").isPresent();
        assertThat(control).as("chromedriver on the path").isPresent();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toFile());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        if (dark) {
            options.addArguments("--force-dark-mode", "--blink-settings=preferredColorScheme=0");
        }
        options.setCapability(
                "goog:loggingPrefs", Map.of(LogType.PERFORMANCE, Level.ALL.getName(), LogType.BROWSER, "ALL"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(control.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Chromium(new ChromeDriver(service, options));
    }

    private static Optional<Path> onPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page in a window of this size. */
    public void open(Path page, int width, int height) {
        open(page.toUri(), width, height);
    }

    /** Opens a page in a window of this size. */
    public void open(URI page, int width, int height) {
        showIn(width, height);
        driver.get(page.toString());
    }

    /** Gives the page a window of this size, without loading it anew. */
    public void showIn(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** Lets the page see the other colour scheme, without loading it anew. */
    public void showAtNight(boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    /** What a script on the page answers. */
    public Object ask(String script) {
        Object answer = driver.executeScript(script);
        return answer == null ? "null" : answer;
    }

    /** Types into whatever has the focus, as a person would. */
    public void type(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Clicks on what a CSS selector finds. */
    public void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    /** What the page complained about since it was last asked. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Addresses that were asked for since it was last asked. */
    public List<String> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("\"Network.requestWillBeSent\""))
                .map(message -> message.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
                .toList();
    }

    /** The whole page, however long, as a picture. */
    public void screenshot(Path file) throws IOException {
        long height = ((Number) ask("return document.documentElement.scrollHeight")).longValue();
        long width = ((Number) ask("return window.innerWidth")).longValue();
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** Lays the page out as on paper and tells it that it will be printed, so that scripts can look at it. */
    public void showAsPrinted() {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        driver.executeScript("dispatchEvent(new Event('beforeprint'))");
    }

    /** The end of {@link #showAsPrinted}. */
    public void showOnScreen() {
        driver.executeScript("dispatchEvent(new Event('afterprint'))");
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
    }

    /** The page on A4, without the backgrounds that a printer leaves out, as a PDF. */
    public void print(Path file) throws IOException {
        Map<String, Object> answer = driver.executeCdpCommand(
                "Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69, "preferCSSPageSize", true));
        Files.write(file, Base64.getDecoder().decode(String.valueOf(answer.get("data"))));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
