#!/usr/bin/env bash
# RDF4J's validator says that a graph conforms to sh:maxCount 1 although a node has two values.
#
# Version   org.eclipse.rdf4j:rdf4j-shacl 5.2.0
# Input     a shape with sh:targetSubjectsOf :a and sh:maxCount 1 for :b; a node with one :a and two :b, "text" and 0
# Expected  the graph does not conform (SHACL, section 4.2.2): two values are more than one
# Seen      it conforms. With two numbers, or two texts, as the values of :b it does not conform
#
# The script ends with 0 if both answers come, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-shacl</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-sail-memory</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-turtle</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.StringReader;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.*;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.eclipse.rdf4j.sail.shacl.ShaclValidator;

class Finding {
    private static final String PREFIXES = "@prefix : <urn:ex:> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n";

    public static void main(String[] args) throws Exception {
        String shape = ":S a sh:NodeShape ; sh:targetSubjectsOf :a ; sh:property [ sh:path :b ; sh:maxCount 1 ] .";
        boolean mixed = conforms(shape, ":n :a 0.8e0 ; :b \"text\", 0 .");
        boolean numbers = conforms(shape, ":n :a 0.8e0 ; :b 1, 0 .");
        boolean texts = conforms(shape, ":n :a 0.8e0 ; :b \"text\", \"other\" .");
        System.out.println("conforms with a text and a number: " + mixed + ", with two numbers: " + numbers
                + ", with two texts: " + texts);
        System.exit(mixed && !numbers && !texts ? 0 : 1);
    }

    private static boolean conforms(String shapes, String data) throws Exception {
        return ShaclValidator.validate(store(data), store(shapes)).conforms();
    }

    private static MemoryStore store(String turtle) throws Exception {
        MemoryStore store = new MemoryStore();
        store.init();
        try (NotifyingSailConnection connection = store.getConnection()) {
            connection.begin();
            for (Statement each : Rio.parse(new StringReader(PREFIXES + turtle), RDFFormat.TURTLE)) {
                connection.addStatement(each.getSubject(), each.getPredicate(), each.getObject());
            }
            connection.commit();
        }
        return store;
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java"
