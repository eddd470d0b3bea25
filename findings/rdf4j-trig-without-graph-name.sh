#!/usr/bin/env bash
# RDF4J's TriG reader reports a statement that is not in the document, and reads two dots as parts of tokens.
#
# Version   org.eclipse.rdf4j:rdf4j-rio-trig 5.2.0 (the same with 5.3.1 and 6.0.0-M2, seen in November 2026)
# Input     three valid TriG documents (W3C TriG, grammar rules triplesOrGraph, triples2, BLANK_NODE_LABEL, DECIMAL)
# Expected  1. two statements: a block that begins with [ … ] has its own subject
#           2. one blank node: a label cannot end with a dot, so the dot of "_:o.}" ends the statement
#           3. "123"^^xsd:integer: a decimal needs a digit after its dot
# Seen      1. a third statement: subject and predicate of the triple before the block, with the blank node as object
#           2. two blank nodes: one label is "o.", the other "o"
#           3. "123."^^xsd:decimal
#           No error and no warning in any of the three. RDF datasets written by Apache Jena have form 1.
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-trig</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.StringReader;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.rio.*;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;

class Finding {
    public static void main(String[] args) throws Exception {
        var triples = read("<http://e/s> <http://e/p> \"x\" .\n[ a <http://e/C> ] .\n").getStatements();
        System.out.println("statements " + triples.size());
        for (Statement s : triples) {
            if (s.getObject().isBNode()) {
                System.out.println("not in the document: " + s.getSubject() + " " + s.getPredicate() + " []");
            }
        }
        Set<String> nodes = new TreeSet<>();
        for (Statement s : read("@prefix : <http://e/> .\n{ :s :p _:o.}\n{ _:o :q :s }\n").getStatements()) {
            if (s.getSubject().isBNode()) nodes.add(s.getSubject().stringValue());
            if (s.getObject().isBNode()) nodes.add(s.getObject().stringValue());
        }
        System.out.println("blank nodes " + nodes.size());
        for (Statement s : read("@prefix : <http://e/> .\n:g { :s :p 123.}\n").getStatements()) {
            System.out.println("number " + s.getObject());
        }
    }

    private static StatementCollector read(String text) throws Exception {
        StatementCollector collector = new StatementCollector();
        RDFParser parser = Rio.createParser(RDFFormat.TRIG);
        parser.setRDFHandler(collector);
        parser.parse(new StringReader(text), "http://base/");
        return collector;
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
statements 3
not in the document: http://e/s http://e/p []
blank nodes 2
number "123."^^<http://www.w3.org/2001/XMLSchema#decimal>
EXPECTED
