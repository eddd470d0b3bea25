#!/usr/bin/env bash
# RDF4J's Models.isomorphic says that a graph differs from its own copy, for some labels of blank nodes.
#
# Version   org.eclipse.rdf4j:rdf4j-model 5.2.0
# Input     _:A p _:B . _:B p _:A . _:C p _:C, and the same graph with other labels, for 200 pairs of sets of labels
# Expected  "true" each time: the graphs differ in labels only (RDF 1.1 Concepts, section 3.6)
# Seen      "false" for some pairs of labels and "true" for others; the method is documented without such a limit
#
# The script ends with 0 if both answers come, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-model</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.util.*;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;

class Finding {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    public static void main(String[] args) {
        int yes = 0;
        String no = null;
        for (int n = 0; n < 200; n++) {
            String[] one = labels(n), other = labels(n + 1000);
            if (Models.isomorphic(graph(one), graph(other))) {
                yes++;
            } else if (no == null) {
                no = Arrays.toString(one) + " and " + Arrays.toString(other);
            }
        }
        System.out.println("isomorphic: " + yes + " of 200; the first \"false\": " + no);
        System.exit(yes < 200 && yes > 0 ? 0 : 1);
    }

    private static String[] labels(int n) {
        return new String[] {"a" + n, "b" + n, "c" + n};
    }

    private static Set<Statement> graph(String[] labels) {
        IRI p = VALUES.createIRI("http://e/p");
        BNode a = VALUES.createBNode(labels[0]), b = VALUES.createBNode(labels[1]), c = VALUES.createBNode(labels[2]);
        return Set.of(VALUES.createStatement(a, p, b), VALUES.createStatement(b, p, a), VALUES.createStatement(c, p, c));
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java"
