package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import dev.velella.cli.VelellaRun;
import dev.velella.tests.Installation.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code velella quickstart}, run as a user runs it. */
class QuickstartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    @TempDir
    Path scratch;

    /** While it serves, a message that cannot be read and a record of somebody else are put aside, and all goes on. */
    @Test
    void messagesOfMqttEndWithAStoreThatEqualsTheStreamAndBadOnesStopNobody() throws Exception {
        String directory = scratch.resolve("data").toString();
        try (Serving run = new Serving("--mqtt", "--graphs", "600", "--stations", "3", "--data-dir", directory)) {
            String said = run.out();
            assertThat(said)
                    .contains(
                            "stream equals the messages that were sent: 600 messages, the last of each station compared")
                    .contains("store equals stream: 3 graphs, 348 statements compared one by one")
                    .containsPattern("graphs +600  of 3 streams");
            Mqtt5BlockingClient device = MqttClient.builder()
                    .useMqttVersion5()
                    .serverHost("localhost")
                    .serverPort(Integer.parseInt(run.found("MQTT +mqtt://localhost:(\\d+)")))
                    .buildBlocking();
            device.connect();
            device.publishWith()
                    .topic("site/x/weather")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload("oops".getBytes(StandardCharsets.UTF_8))
                    .send();
            device.disconnect();
            run.awaitLetter("weather-dead-letters");
            run.sendForeignRecord();
            run.awaitLetter("diff-dead-letters");
            assertThat(run.out()).doesNotContain("FAILED");
        }
        assertThat(ProcessHandle.allProcesses().filter(process -> process.info()
                        .commandLine()
                        .map(line -> line.contains("MqttBroker") && line.contains(directory))
                        .orElse(false)))
                .as("brokers left behind")
                .isEmpty();
    }

    /** With a file the first bad record ends the diff app. That is said, and the rest goes on. */
    @Test
    @Tag("long")
    void aPartThatFailsWhileTheFilesStoreIsServedIsNamed() throws Exception {
        Path file = new WeatherFiles(scratch, 20, 1).write("tar.gz");
        try (Serving run = new Serving("--input", file.toString())) {
            run.sendForeignRecord();
            Await.until("the failure is said", PATIENCE, () -> run.out().contains("A PART HAS FAILED"));
            assertThat(run.out())
                    .contains("the diff app failed: graphs-")
                    .contains("The store no longer follows the stream. The other parts go on until Ctrl-C.");
            URI sparql = URI.create(run.found("more at (\\S+)\\)") + "?query=ASK%7B%7D");
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(sparql).build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** A quickstart that serves. Closing ends it, as Ctrl-C does. */
    private final class Serving implements AutoCloseable {
        private final Path out = scratch.resolve("serving-out.txt");
        private final Path err = scratch.resolve("serving-err.txt");
        private final Process process;

        Serving(String... arguments) throws Exception {
            process = Installation.start(
                    out,
                    err,
                    Stream.concat(Stream.of("quickstart"), Stream.of(arguments)).toArray(String[]::new));
            Await.until("it serves", PATIENCE, () -> {
                assertThat(process.isAlive())
                        .as("%s%s", out(), Files.readString(err))
                        .isTrue();
                return out().contains("Serving");
            });
        }

        String out() throws IOException {
            return Files.readString(out);
        }

        String found(String pattern) throws IOException {
            Matcher matcher = Pattern.compile(pattern).matcher(out());
            assertThat(matcher.find()).as("%s in %s", pattern, out()).isTrue();
            return matcher.group(1);
        }

        void sendForeignRecord() throws Exception {
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", found("broker +(\\S+)")),
                    new StringSerializer(),
                    new StringSerializer())) {
                producer.send(new ProducerRecord<>("graphs", "x", "not a graph"))
                        .get();
            }
        }

        void awaitLetter(String topic) throws Exception {
            String servers = found("broker +(\\S+)");
            Await.until("a dead letter in " + topic, PATIENCE, () -> {
                assertThat(process.isAlive())
                        .as("%s%s", out(), Files.readString(err))
                        .isTrue();
                return !Topics.committed(servers, topic, topic.startsWith("diff") ? 2 : 1)
                        .isEmpty();
            });
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            try {
                process.onExit().orTimeout(240, TimeUnit.SECONDS).join();
                assertThat(Files.readString(err)).isEmpty();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** Another form and another number of streams for each; each has ports of its own and compares its own store. */
    @Test
    void twoAtOnceReadTheirInputFilesIntoStoresOfTheirOwn() throws Exception {
        List<String> forms = List.of("tar.gz", "jelly.gz");
        List<Process> runs = new ArrayList<>();
        try {
            for (int i = 0; i < forms.size(); i++) {
                Path own = Files.createDirectory(scratch.resolve(forms.get(i)));
                runs.add(Installation.start(
                        own.resolve("out.txt"),
                        own.resolve("err.txt"),
                        "quickstart",
                        "--input",
                        new WeatherFiles(own, 150, i + 1).write(forms.get(i)).toString(),
                        "--temporal-statement",
                        "drop",
                        "--late",
                        "keep",
                        "--patches-out",
                        own.resolve("patches.rdfp").toString(),
                        "--data-dir",
                        own.resolve("data").toString(),
                        "--exit"));
            }
            for (int i = 0; i < forms.size(); i++) {
                Path own = scratch.resolve(forms.get(i));
                assertThat(runs.get(i).waitFor(480, TimeUnit.SECONDS)).isTrue();
                String out = Files.readString(own.resolve("out.txt"));
                String err = Files.readString(own.resolve("err.txt"));
                int stations = i + 1;
                assertThat(err).as("%s", out).isEmpty();
                assertThat(runs.get(i).exitValue()).as("%s%s", out, err).isZero();
                assertThat(out)
                        .contains("store equals stream: " + stations + " graphs, " + 115 * stations + " statements");
                WeatherFiles weather = new WeatherFiles(own, 150, stations);
                assertThat(weather.patchesByStream(own.resolve("patches.rdfp")))
                        .as(forms.get(i))
                        .isEqualTo(weather.expectedPatches());
                assertThat(own.resolve("data").resolve("velella.log")).isNotEmptyFile();
            }
        } finally {
            runs.forEach(Process::destroyForcibly);
        }
    }

    /** As streams of nanopublications are: elements of several graphs; and as annotated facts: quoted triples. */
    @Test
    void datasetsAndQuotedTriplesOfAnInputFileReachTheStore() throws Exception {
        Path file = scratch.resolve("nanopubs.tar.gz");
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            elements.add("@prefix n: <http://example.org/np" + i + "#> . @prefix p: <http://example.org/p#> .\n"
                    + "n:head { n:pub p:has n:assertion , n:info }\n"
                    + "n:assertion { <http://example.org/s" + i % 3 + "> p:value " + i + " }\n"
                    + "n:info { << n:a p:b " + i + " >> p:since \"20" + i + "\" }\n");
        }
        WeatherFiles.archive(file, "trig", elements);
        Path patches = scratch.resolve("patches.rdfp");

        Outcome outcome = quickstart("--input", file.toString(), "--patches-out", patches.toString());

        assertThat(outcome.err()).as("%s", outcome).isEmpty();
        assertThat(outcome.status()).as("%s", outcome).isZero();
        assertThat(outcome.out())
                .contains("Element 1 is a dataset with graphs of its own, so graph.policy=keep is used")
                .containsPattern("graphs +20 ")
                .contains("store equals stream: 3 graphs, 4 statements compared one by one");
        assertThat(Files.readString(patches)).contains("<<( <http://example.org/np19#a>");
    }

    @Test
    void aSimulationEndsWithAStoreThatEqualsTheStreamAndIsTakenUpAgainAfterAnInterrupt() throws Exception {
        Path log = scratch.resolve("data").resolve("velella.log");
        String[] stream = {
            "--graphs", "600", "--stations", "3", "--data-dir", log.getParent().toString()
        };
        try (Serving run = new Serving(stream)) {
            assertThat(run.out())
                    .contains("store equals stream: 3 graphs, 348 statements compared one by one")
                    .containsPattern("graphs +600  of 3 streams")
                    .containsPattern("patches +600")
                    .contains("/sparql");
        }
        assertThat(Files.readString(log)).doesNotContain("did not stop cleanly");
        Outcome again = quickstart(stream);
        assertThat(again.status()).as("%s%n%s", again, tail(log)).isZero();
        assertThat(again.err()).as("%s", again).isEmpty();
        assertThat(again.out())
                .contains("store equals stream: 3 graphs, 348 statements")
                .containsPattern("graphs +600 ");
        stream[1] = "60";
        assertFailsInOneLine(inThisProcess(stream), 1, "holds another stream");
    }

    @Test
    void aTruncatedArchiveIsRefusedBeforeAnythingStarts() throws Exception {
        Path whole = new WeatherFiles(scratch, 20, 1).write("tar.gz");
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = scratch.resolve("cut.tar.gz");
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length * 2 / 3));

        assertFailsInOneLine(inThisProcess("--input", cut.toString()), 1, "cut.tar.gz");
    }

    @Test
    void aFileThatIsNoRdfIsRefused() throws Exception {
        Path file = scratch.resolve("letter.nq.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write("Dear all, this is not RDF.\n".getBytes(StandardCharsets.UTF_8));
        }
        assertFailsInOneLine(inThisProcess("--input", file.toString()), 1, "letter.nq.gz");
    }

    @Test
    void aMissingFileIsRefused() throws Exception {
        assertFailsInOneLine(
                inThisProcess("--input", scratch.resolve("no.tar.gz").toString()), 1, "no.tar.gz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--grahps=5", "--graphs=0", "--graphs=many", "--temporal-statement=maybe", "--port=70000"})
    void wrongUsageIsStatusTwo(String option) throws Exception {
        assertFailsInOneLine(inThisProcess(option), 2, option.substring(0, 5));
    }

    @Test
    void aTakenPortThatWasAskedForIsRefused() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertFailsInOneLine(inThisProcess("--port", port), 1, port);
        }
    }

    @Test
    void aDataDirectoryThatCannotBeMadeIsRefused() throws Exception {
        Path file = Files.writeString(scratch.resolve("plain-file"), "x");
        Path patches = scratch.resolve("patches.rdfp");
        Outcome outcome =
                inThisProcess("--data-dir", file.resolve("data").toString(), "--patches-out", patches.toString());
        assertFailsInOneLine(outcome, 1, "plain-file");
        try (Stream<Path> left = Files.list(scratch)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .as("nothing half-written")
                    .noneMatch(name -> name.startsWith("patches"));
        }
    }

    /** For what is refused before anything starts. */
    private static Outcome inThisProcess(String... arguments) {
        VelellaRun run = VelellaRun.of(Stream.concat(Stream.of("quickstart", "--exit"), Stream.of(arguments))
                .toArray(String[]::new));
        return new Outcome(run.status(), run.out(), run.err());
    }

    private Outcome quickstart(String... arguments) throws IOException, InterruptedException {
        return Installation.velella(
                scratch,
                Stream.concat(Stream.of("quickstart", "--exit"), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    /** What a run has logged at its end; the reason of a failure stands there where its output has none. */
    private static String tail(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "no " + log;
        }
        String all = Files.readString(log);
        return all.substring(Math.max(0, all.length() - 20_000));
    }

    private static void assertFailsInOneLine(Outcome outcome, int status, String text) {
        List<String> lines = outcome.err().lines().toList();
        assertThat(lines).as("standard error, output was %s", outcome.out()).hasSize(1);
        assertThat(lines.get(0)).startsWith("velella: ").contains(text).doesNotContain("Exception:");
        assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
    }
}
