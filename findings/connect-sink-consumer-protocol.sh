#!/usr/bin/env bash
# A sink task of Kafka Connect fails if it loses some partitions and keeps others under the new group protocol.
#
# Version   org.apache.kafka: connect-runtime, connect-file and broker 4.3.1
# Input     a FileStreamSinkConnector with one task on two partitions and "consumer.override.group.protocol=consumer" (KIP-848).
#           After it has committed offsets, another consumer joins its group and gets one partition. The same with "classic"
# Expected  the task goes on with the partition that it keeps
# Seen      "consumer": the task is FAILED with an UnsupportedOperationException of WorkerSinkTask, and stays so until somebody
#           restarts it. "classic": it goes on
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-runtime</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-file</artifactId><version>4.3.1</version></dependency>
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
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.*;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.cli.ConnectStandalone;
import org.apache.kafka.connect.runtime.*;
import org.apache.kafka.connect.runtime.rest.entities.ConnectorStateInfo;

class Finding {
    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        String broker = broker(dir.resolve("broker"));
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker));
        admin.createTopics(List.of(new NewTopic("t", 2, (short) 1))).all().get();
        var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", broker), new StringSerializer(), new StringSerializer());
        for (int p = 0; p < 2; p++) producer.send(new ProducerRecord<>("t", p, "k", "v")).get();
        Map<String, String> worker = new HashMap<>(Map.of("bootstrap.servers", broker, "listeners", "http://127.0.0.1:0",
                "key.converter", "org.apache.kafka.connect.storage.StringConverter", "value.converter", "org.apache.kafka.connect.storage.StringConverter",
                "offset.storage.file.filename", dir.resolve("offsets").toString(), "plugin.path", plugins(dir).toString(), "plugin.discovery", "service_load",
                "offset.flush.interval.ms", "500"));
        var connect = new ConnectStandalone().startConnect(worker);
        connect.herder().putConnectorConfig("files", Map.of("name", "files", "connector.class", "org.apache.kafka.connect.file.FileStreamSinkConnector",
                "tasks.max", "1", "topics", "t", "file", dir.resolve("sink").toString(), "consumer.override.group.protocol", args[1]), false, (e, r) -> { if (e != null) e.printStackTrace(); });
        await("offsets of both partitions", () -> admin.listConsumerGroupOffsets("connect-files").partitionsToOffsetAndMetadata().get().size() == 2);
        System.out.println(args[1] + ", before: " + state(connect));
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", broker, "group.id", "connect-files", "group.protocol", args[1], "auto.offset.reset", "earliest"));
        var other = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
        other.subscribe(List.of("t"));
        await("a partition of the other", () -> { other.poll(Duration.ofMillis(100)); return other.assignment().size() >= 1; });
        producer.send(new ProducerRecord<>("t", 0, "k", "w")).get(); producer.send(new ProducerRecord<>("t", 1, "k", "w")).get();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (System.nanoTime() < end && !state(connect).startsWith("FAILED")) other.poll(Duration.ofMillis(100));
        System.out.println(args[1] + ", after: " + state(connect));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Path plugins(Path dir) throws Exception {
        Path p = Files.createDirectories(dir.resolve("plugins/file"));
        for (String jar : System.getProperty("java.class.path").split(":")) if (jar.contains("connect-file")) Files.copy(Path.of(jar), p.resolve("connect-file.jar"));
        return p.getParent();
    }

    private static String state(Connect<?> connect) {
        ConnectorStateInfo info = connect.herder().connectorStatus("files");
        if (info.tasks().isEmpty()) return "no task";
        ConnectorStateInfo.TaskState t = info.tasks().get(0);
        String trace = t.trace() == null ? "" : " " + t.trace().lines().filter(l -> l.contains("Exception")).toList();
        return t.state() + trace;
    }

    private interface Condition { boolean holds() throws Exception; }

    private static void await(String what, Condition c) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!c.holds()) { if (System.nanoTime() > end) throw new IllegalStateException(what); Thread.sleep(50); }
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
for protocol in classic consumer; do
  mkdir "$dir/$protocol"
  timeout 300 java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir/$protocol" "$protocol" | grep "^$protocol" | tee -a "$dir/seen"
done
diff - "$dir/seen" <<'EXPECTED'
classic, before: RUNNING
classic, after: RUNNING
consumer, before: RUNNING
consumer, after: FAILED [java.lang.UnsupportedOperationException]
EXPECTED
