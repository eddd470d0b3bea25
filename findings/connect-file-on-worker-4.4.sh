#!/usr/bin/env bash
# A connector that asks Kafka for its version, as Kafka's own connectors do, does not start on a worker of Kafka 4.4.0, and the worker does not say why.
#
# Version   org.apache.kafka: connect-file 4.3.1 in a plugin directory; connect-runtime and broker 4.3.1, then 4.4.0
# Input     PUT of a FileStreamSourceConnector to the worker's REST interface
# Expected  201, or an answer that names what is missing: the plug-in API has not changed
# Seen      4.3.1: 201. 4.4.0: status 500, "Request failed."; the plugin is still listed. The class
#           org.apache.kafka.common.utils.AppInfoParser, which the connector calls in version(), has moved to a package "internals". It
#           was no public API, but connectors of many vendors call it too
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/plugin"
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=org.apache.kafka:connect-file:4.3.1 -DoutputDirectory="$dir/plugin" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.util.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.cli.ConnectStandalone;

class Finding {
    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        String json = "org.apache.kafka.connect.storage.StringConverter";
        Map<String, String> worker = new HashMap<>(Map.of("bootstrap.servers", broker(dir.resolve("broker")), "listeners", "http://127.0.0.1:0",
                "key.converter", json, "value.converter", json, "offset.storage.file.filename", dir.resolve("offsets").toString(),
                "plugin.path", args[1], "plugin.discovery", "service_load"));
        URI rest = new ConnectStandalone().startConnect(worker).rest().serverUrl();
        System.out.println(args[2] + ": listed " + send(HttpRequest.newBuilder(rest.resolve("/connector-plugins"))).body().contains("FileStreamSourceConnector"));
        HttpResponse<String> answer = send(HttpRequest.newBuilder(rest.resolve("/connectors/files/config")).header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"connector.class\":\"org.apache.kafka.connect.file.FileStreamSourceConnector\",\"topic\":\"t\",\"file\":\"" + dir + "/lines\"}")));
        System.out.println(args[2] + ": status " + answer.statusCode() + ", names the class " + answer.body().contains("AppInfoParser"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
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
for version in 4.3.1 4.4.0; do
  mkdir "$dir/$version"
  cat >"$dir/$version/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>$version</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>connect-runtime</artifactId><version>$version</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
  mvn -q -B -f "$dir/$version/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile="$dir/$version/classpath" >&2
  timeout 600 java -cp "$(cat "$dir/$version/classpath")" "$dir/Finding.java" "$dir/$version" "$dir/plugin" "$version" | grep "^$version" | tee -a "$dir/seen"
done
diff - "$dir/seen" <<'EXPECTED'
4.3.1: listed true
4.3.1: status 201, names the class false
4.4.0: listed true
4.4.0: status 500, names the class false
EXPECTED
