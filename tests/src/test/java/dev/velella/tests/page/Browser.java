package dev.velella.tests.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.fixture.InstalledProgram;
import dev.velella.tests.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, driven by chromedriver. */
final class Browser implements AutoCloseable {
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final ObjectMapper JSON = new ObjectMapper();

    final ChromeDriver driver;
    private final String base;
    private final String axe;

    Browser(String base) throws IOException {
        this.base = base;
        ChromeOptions options = new ChromeOptions();
        options.setBinary(InstalledProgram.requireChromium("chromium").toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--window-size=1400,1143");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
        logs.enable(LogType.PERFORMANCE, java.util.logging.Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(
                                InstalledProgram.requireChromium("chromedriver").toFile())
                        .build(),
                options);
        // Rules of axe take long on a busy machine; nothing here is about the time of a script.
        driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(5));
        try (InputStream in = Browser.class.getResourceAsStream(AXE)) {
            axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void open(String view) {
        driver.get(base + "/" + view);
    }

    /**
     * What the browser has fetched to show the page.
     *
     * @param requests the document and its files, without the stream of events that stays open
     * @param bytes bytes of their bodies
     * @param loadMs the browser's own time from the begin of the navigation to the end of the load event
     */
    record Load(long requests, long bytes, long loadMs) {}

    /** Loads the page again, and waits until all its files are there. */
    Load reload() throws Exception {
        driver.navigate().refresh();
        return load();
    }

    /** The load of the page that is open; waits until all its files are there. */
    Load load() throws Exception {
        Await.until("the page is loaded", PagePipeline.PATIENCE, () -> number("navigation()[0].loadEventEnd") > 0);
        return new Load(
                number("files().length"),
                number("files().reduce((sum, file) => sum + file.decodedBodySize, 0)"),
                number("navigation()[0].loadEventEnd"));
    }

    private long number(String expression) {
        Object number = driver.executeScript("const navigation = () => performance.getEntriesByType('navigation');"
                + "const files = () => [...navigation(), ...performance.getEntriesByType('resource')];"
                + "return Math.ceil(" + expression + ")");
        return ((Number) number).longValue();
    }

    /** The text of an element; empty where there is none at this moment. */
    String text(String selector) {
        Object text = driver.executeScript("return document.querySelector(arguments[0])?.textContent ?? ''", selector);
        return String.valueOf(text);
    }

    void awaitText(String selector, String part) throws Exception {
        try {
            Await.until(selector + " says " + part, PagePipeline.PATIENCE, () -> text(selector)
                    .contains(part));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ", but: " + text(selector), e);
        }
    }

    void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    void dark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** What axe finds against WCAG 2.1, levels A and AA. */
    @SuppressWarnings("unchecked")
    List<String> violations() {
        driver.executeScript(axe);
        return (List<String>)
                driver.executeAsyncScript(
                        """
                const done = arguments[arguments.length - 1];
                axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then((found) => done(found.violations.map((one) =>
                  one.id + ': ' + one.nodes.map((node) => node.html.slice(0, 200)).join(' '))));
                """);
    }

    /** Messages of the console, warnings included; those of the accessibility test about its own canvas are not the page's. */
    List<String> console() {
        List<String> messages = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (!entry.getMessage().startsWith("rendering")) {
                messages.add(entry.getLevel() + " " + entry.getMessage());
            }
        }
        return messages;
    }

    /** Addresses of requests to other hosts than the page's. */
    List<String> foreignRequests() throws IOException {
        List<String> foreign = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JSON.readTree(entry.getMessage()).path("message");
            String url = message.path("params").path("request").path("url").asText();
            if (message.path("method").asText().equals("Network.requestWillBeSent")
                    && !url.startsWith(base + "/")
                    && !url.startsWith("data:")) {
                foreign.add(url);
            }
        }
        return foreign;
    }

    /** Writes a picture for the pages, if the property velella.pictures.write is true. */
    void picture(String name) throws IOException {
        if (Boolean.getBoolean("velella.pictures.write")) {
            Path folder = Files.createDirectories(Path.of("..", "docs", "pictures"));
            Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
