#!/usr/bin/env bash
# MirrorMaker 2 copies the records of aborted transactions, and in the copy they are committed.
#
# Version   org.apache.kafka: connect-mirror and broker 4.3.1
# Input     a topic with three transactions of one record each; the second one is aborted. MirrorMaker 2 with its defaults copies
#           the topic to another cluster
# Expected  readers of committed records get the same two records from both topics
# Seen      they get two from the original and three from the copy: the source connector's consumer reads uncommitted records by
#           default, and nothing says that a topic with transactions is copied so. With
#           "A.consumer.isolation.level=read_committed" the copy has two
#
# The script ends with 0 if all is as described under "Seen", else with 1. It takes a minute or two.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-mirror</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.*;
import java.net.ServerSocket;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.mirror.MirrorMaker;

class Finding {
    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        String source = broker(dir.resolve("source"));
        String target = broker(dir.resolve("target"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", source))) {
            admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        }
        try (var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", source, "transactional.id", "x"),
                new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            send(producer, "committed 1", true);
            send(producer, "aborted", false);
            send(producer, "committed 2", true);
        }
        MirrorMaker mirror = new MirrorMaker(Map.of("clusters", "A, B", "A.bootstrap.servers", source, "B.bootstrap.servers", target,
                "A->B.enabled", "true", "A->B.topics", "t", "replication.factor", "1", "offset.storage.replication.factor", "1",
                "status.storage.replication.factor", "1", "config.storage.replication.factor", "1", "offset-syncs.topic.replication.factor", "1"));
        mirror.start();
        System.out.println("read_committed at the source: " + read(source, "t"));
        System.out.println("read_committed at the target: " + read(target, "A.t"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void send(Producer<String, String> producer, String value, boolean commit) throws Exception {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("t", "k", value)).get();
        if (commit) producer.commitTransaction(); else producer.abortTransaction();
    }

    private static List<String> read(String bootstrap, String topic) {
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(Map.<String, Object>of("bootstrap.servers", bootstrap, "group.id", "g", "auto.offset.reset", "earliest",
                "isolation.level", "read_committed", "metadata.max.age.ms", "500"), new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
            while (!values.contains("committed 2") && System.nanoTime() < end) {
                for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofMillis(200))) values.add(r.value());
            }
        }
        return values;
    }

    private static String broker(Path dir) throws Exception {
        int[] ports = new int[2];
        for (int i = 0; i < 2; i++) try (ServerSocket s = new ServerSocket(0)) { ports[i] = s.getLocalPort(); }
        Properties p = new Properties();
        p.put("process.roles", "broker,controller"); p.put("node.id", "1"); p.put("log.dirs", dir.toString());
        p.put("listeners", "PLAINTEXT://127.0.0.1:" + ports[0] + ",CONTROLLER://127.0.0.1:" + ports[1]);
        p.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + ports[0]); p.put("controller.listener.names", "CONTROLLER");
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("controller.quorum.voters", "1@127.0.0.1:" + ports[1]);
        for (String k : List.of("offsets.topic.replication.factor", "transaction.state.log.replication.factor", "transaction.state.log.min.isr",
                "share.coordinator.state.topic.replication.factor", "share.coordinator.state.topic.min.isr")) p.put(k, "1");
        p.put("group.initial.rebalance.delay.ms", "0"); p.put("log.cleaner.dedupe.buffer.size", "4194304");
        p.put("offsets.topic.num.partitions", "4"); p.put("transaction.state.log.num.partitions", "4");
        Path file = Path.of(dir + ".properties");
        try (Writer w = Files.newBufferedWriter(file)) { p.store(w, null); }
        kafka.tools.StorageTool.execute(new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()}, System.err);
        new kafka.server.KafkaRaftServer(new kafka.server.KafkaConfig(p), Time.SYSTEM).startup();
        return "127.0.0.1:" + ports[0];
    }
}
JAVA
timeout 400 java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir" | grep '^read_committed' | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
read_committed at the source: [committed 1, committed 2]
read_committed at the target: [committed 1, aborted, committed 2]
EXPECTED
