package dev.velella.tests.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.quickstart.part.EmbeddedBroker;
import dev.velella.quickstart.part.Ports;
import dev.velella.quickstart.part.Samples;
import dev.velella.status.read.ConnectRest;
import dev.velella.tests.Await;
import dev.velella.tests.Installation;
import dev.velella.tests.Topics;
import dev.velella.tests.WorkerProcess;
import dev.velella.tests.mqtt.GraphWatch.Freshness;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices on Mosquitto, with TLS and a login each, and a connector as the compose file has it; one of the devices is hostile.
 * The streams of the others are what they sent, and its dead letters are its own and no more than agreed.
 */
class HostileDeviceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int PARTITIONS = 2;
    private static final int LETTERS_A_MINUTE = 100;

    /** Far more than what is kept for a stream, a device or a message, and less than a leak of minutes. */
    private static final long MORE_HEAP = 128 << 20;

    /**
     * Ages below it are not told apart. A poll is one transaction: what comes while one is committed waits for it, and then for
     * its own. Where few graphs come, how often that happens is chance, and a commit takes tens of ms on a busy disk.
     */
    private static final long AS_GOOD_AS_NONE_MS = 250;

    private static final String EVERY_TYPE = "application/json,text/turtle,application/trig,application/n-triples,"
            + "application/n-quads,application/ld+json,application/rdf+xml,application/x-jelly-rdf,application/senml+json";

    private static final List<String> REASONS =
            List.of("content-type", "element", "malformed", "state", "time", "too-large");

    /** How long the hostile device goes on; 0: each of its ways once. */
    private final int seconds = Integer.getInteger("velella.hostile.seconds", 0);

    private final int count = Integer.getInteger("velella.hostile.devices", 20);

    private EmbeddedBroker kafka;
    private ConnectRest rest;
    private HonestDevices devices;
    private GraphWatch watch;
    private int turn;

    @Test
    void oneDeviceHarmsItsOwnStreamAlone(@TempDir Path scratch) throws Exception {
        List<String> users = new ArrayList<>(HonestDevices.names(count));
        users.addAll(List.of("velella", HostileDevice.NAME));
        Path log = scratch.resolve("worker.log");
        try (MosquittoProcess mqtt = new MosquittoProcess(scratch.resolve("mqtt"), users);
                EmbeddedBroker broker = new EmbeddedBroker(scratch.resolve("kafka"), Ports.free());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                WorkerProcess worker = new WorkerProcess(
                        scratch, broker.bootstrapServers(), List.of("-XX:+ExitOnOutOfMemoryError"), 512, log)) {
            kafka = broker;
            Topics.create(admin, "graphs", PARTITIONS);
            Topics.create(admin, "dead", 1);
            worker.awaitUp();
            rest = worker.rest();
            rest.create(new Samples(Installation.home()).connector("compose-devices-source.json", options(mqtt)));
            Await.until("the source runs", PATIENCE, () -> rest.isRunning("devices-source"));
            try (HonestDevices honest = new HonestDevices(mqtt, count);
                    GraphWatch graphs = new GraphWatch(kafka.bootstrapServers(), "graphs", PARTITIONS, honest);
                    HostileDevice hostile = new HostileDevice(mqtt, "d0")) {
                devices = honest;
                watch = graphs;
                // What is published before the first subscription is nobody's.
                Await.until("the source has subscribed", PATIENCE, () -> {
                    devices.publish(0).join();
                    return !watch.numbers("d0").isEmpty();
                });
                peace();
                awaitAll();
                Freshness before = watch.takeFreshness();
                long heap = heap(worker);
                long said = Files.size(log);
                long begin = System.nanoTime();

                attacks(hostile);
                awaitAll();
                Freshness after = watch.takeFreshness();
                long minutes = TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - begin) + 2;
                long heapAfter = heap(worker);
                long saidAfter = Files.size(log);
                System.out.printf(
                        "hostile device: freshness p50 %d and p99 %d ms without, %d and %d ms with it, heap %d and %d MB, log %d kB%n",
                        before.p50(),
                        before.p99(),
                        after.p50(),
                        after.p99(),
                        heap >> 20,
                        heapAfter >> 20,
                        (saidAfter - said) >> 10);

                checkDeadLetters(minutes);
                assertThat(worker.isAlive()).as("worker lives").isTrue();
                assertThat(heapAfter - heap).as("more heap").isLessThan(MORE_HEAP);
                assertThat(saidAfter - said).as("bytes of the log").isLessThan(1 << 20);
                if (seconds > 0) {
                    assertThat(after.p99())
                            .as("p99 of freshness, in ms")
                            .isLessThanOrEqualTo(Math.max(2 * before.p99(), AS_GOOD_AS_NONE_MS));
                }
            }
        }
    }

    private Map<String, String> options(MosquittoProcess mqtt) {
        Map<String, String> options = new HashMap<>();
        options.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        options.put("mqtt.server.uri", "mqtts://localhost:" + mqtt.port());
        options.put("mqtt.ssl.truststore.location", mqtt.certificatePem().toString());
        options.put("mqtt.ssl.truststore.type", "PEM");
        options.put("mqtt.username", "velella");
        options.put("mqtt.password", "velella");
        options.put("mqtt.link.enabled", "true");
        options.put("payload.content.types.allowed", EVERY_TYPE); // else most of what comes would not be looked at
        options.put("dead.letter.topic", "dead");
        options.put("dead.letter.max.per.minute", Integer.toString(LETTERS_A_MINUTE));
        return options;
    }

    /** Readings without the hostile device: for a fourth of its time, or ten of each device. */
    private void peace() throws Exception {
        if (seconds == 0) {
            for (int i = 0; i < 10; i++) {
                round();
            }
        } else {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds) / 4;
            while (System.nanoTime() < end) {
                someReadings();
            }
        }
    }

    private void attacks(HostileDevice hostile) throws Exception {
        if (seconds == 0) {
            for (int way = 0; way < hostile.ways() - 1; way++) {
                hostile.attack(way);
                round();
            }
            Await.until("a dead letter of each kind", PATIENCE, () -> reasons().containsAll(REASONS));
            hostile.attack(hostile.ways() - 1); // its flood, after which there are no more in this minute
            round();
        } else {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            for (int way = 0; System.nanoTime() < end; way++) {
                hostile.attack(way % hostile.ways());
                someReadings();
            }
        }
    }

    /** One of each device. */
    private void round() {
        IntStream.range(0, count).mapToObj(devices::publish).toList().forEach(CompletableFuture::join);
    }

    /** Some of the devices, so that each has a turn in ten seconds. */
    private void someReadings() throws Exception {
        int some = Math.max(1, count / 50);
        long next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = 0; i < some; i++) {
            sent.add(devices.publish(turn++ % count));
        }
        sent.forEach(CompletableFuture::join);
        Await.until("it is time for the next", PATIENCE, () -> System.nanoTime() >= next);
    }

    /** Every stream is what its device sent; the first reading of d0 may have come before the subscription. */
    private void awaitAll() throws Exception {
        for (int i = 0; i < count; i++) {
            int device = i;
            String name = devices.names().get(device);
            Await.until("the last reading of " + name, PATIENCE, () -> {
                assertThat(rest.failure("devices-source")).isEmpty();
                return devices.readings(device) == 0 || watch.numbers(name).contains(devices.readings(device) - 1);
            });
            List<Integer> found = watch.numbers(name);
            int first = device == 0 ? found.get(0) : 0;
            assertThat(found)
                    .as(name)
                    .isEqualTo(IntStream.range(first, devices.readings(device))
                            .boxed()
                            .toList());
        }
    }

    private TreeSet<String> reasons() {
        TreeSet<String> reasons = new TreeSet<>();
        for (ConsumerRecord<String, byte[]> letter : Topics.committed(kafka.bootstrapServers(), "dead", 1)) {
            assertThat(letter.key()).isEqualTo("devices/" + HostileDevice.NAME + "/reading");
            reasons.add(new String(letter.headers().lastHeader("error.reason").value(), StandardCharsets.UTF_8));
        }
        return reasons;
    }

    private void checkDeadLetters(long minutes) {
        assertThat(reasons()).as("reasons of dead letters").isSubsetOf(REASONS).hasSizeGreaterThan(3);
        assertThat((long) Topics.committed(kafka.bootstrapServers(), "dead", 1).size())
                .as("dead letters")
                .isGreaterThanOrEqualTo(LETTERS_A_MINUTE)
                .isLessThanOrEqualTo(LETTERS_A_MINUTE * minutes);
    }

    /** Bytes of what lives in the worker. */
    private static long heap(WorkerProcess worker) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(worker.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String[] total = said.strip()
                .substring(said.strip().lastIndexOf('\n') + 1)
                .strip()
                .split("\\s+");
        assertThat(total).as(said).hasSize(3);
        return Long.parseLong(total[2]);
    }
}
