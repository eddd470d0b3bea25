#!/usr/bin/env bash
# RDF4J's RDF/XML reader makes an empty literal of a literal that is white space.
#
# Version   org.eclipse.rdf4j:rdf4j-rio-rdfxml 5.2.0
# Input     a valid document with two properties: the text of one is a space, that of the other is a space, an "a" and a space
# Expected  a space; a space, "a" and a space (RDF/XML, section 7.2.16: the text of a literal is not trimmed). Apache Jena, rdflib
#           and Oxigraph read both so
# Seen      the first literal is empty, the second one is whole. No error and no warning
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-rdfxml</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.StringReader;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.rio.*;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;

class Finding {
    public static void main(String[] args) throws Exception {
        String document = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e/'>"
                + "<rdf:Description rdf:about='http://e/s'><e:space> </e:space><e:letter> a </e:letter></rdf:Description></rdf:RDF>";
        StatementCollector collector = new StatementCollector();
        RDFParser parser = Rio.createParser(RDFFormat.RDFXML);
        parser.setRDFHandler(collector);
        parser.parse(new StringReader(document), "http://base/");
        for (Statement s : collector.getStatements()) {
            System.out.println(s.getPredicate().getLocalName() + " '" + s.getObject().stringValue() + "'");
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
space ''
letter ' a '
EXPECTED
