#!/usr/bin/env bash
# RDF4J's writer of JSON-LD looks for the JSON library anew in each document; its reader does not.
#
# Version   org.eclipse.rdf4j:rdf4j-rio-jsonld 5.2.0 with the JSON library that it brings (org.glassfish:jakarta.json 2.0.1)
# Input     the same statement, written three times and read three times, each as a document of its own
# Expected  the library is looked up once in a process: it is the same class path each time
# Seen      the writer looks it up in each document (Json.createWriter asks java.util.ServiceLoader, which goes through the class path).
#           With documents of a dozen statements, this takes more time than the statements
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-jsonld</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
classpath=$(cat "$dir/classpath")
cat >"$dir/Finding.java" <<'JAVA'
import java.io.*;
import java.util.*;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.*;
import org.eclipse.rdf4j.rio.*;

public class Finding {
    /** The library as it is, which counts how often it is made. */
    public static class Counted extends org.glassfish.json.JsonProviderImpl {
        static int made;

        public Counted() {
            made++;
        }
    }

    public static void main(String[] args) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        IRI s = values.createIRI("http://e/s");
        Model model = new LinkedHashModel(List.of(values.createStatement(s, s, s)));
        String text = null;
        for (int document = 1; document <= 3; document++) {
            int before = Counted.made;
            StringWriter out = new StringWriter();
            Rio.write(model, out, RDFFormat.JSONLD);
            text = out.toString();
            System.out.println("document " + document + " written, look-ups: " + (Counted.made - before));
        }
        for (int document = 1; document <= 3; document++) {
            int before = Counted.made;
            if (!Rio.parse(new StringReader(text), "", RDFFormat.JSONLD).equals(model)) {
                throw new AssertionError("another statement");
            }
            System.out.println("document " + document + " read, look-ups: " + (Counted.made - before));
        }
    }
}
JAVA
mkdir -p "$dir/classes/META-INF/services"
javac -cp "$classpath" -d "$dir/classes" "$dir/Finding.java"
echo 'Finding$Counted' >"$dir/classes/META-INF/services/jakarta.json.spi.JsonProvider"
java -cp "$dir/classes:$classpath" Finding | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
document 1 written, look-ups: 2
document 2 written, look-ups: 1
document 3 written, look-ups: 1
document 1 read, look-ups: 0
document 2 read, look-ups: 0
document 3 read, look-ups: 0
EXPECTED
