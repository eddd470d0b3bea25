#!/usr/bin/env bash
# Jena's reasoners for RDFS miss a superclass behind a cycle of subclasses, for some orders of the same statements.
#
# Version   org.apache.jena:jena-core 5.6.0
# Input     :c0 and :c1 are subclasses of each other, :c3 is one of :c0, and :c1 one of :c2
# Expected  :c3 is a subclass of :c2, whatever the order of the four statements (RDF 1.1 Semantics, rdfs11)
# Seen      with one order it is, with another one it is not, for the transitive reasoner and for both kinds of the one for RDFS
#
# The script ends with 0 if the answers differ in this way, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.jena</groupId><artifactId>jena-core</artifactId><version>5.6.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.util.List;
import org.apache.jena.rdf.model.*;
import org.apache.jena.reasoner.*;
import org.apache.jena.vocabulary.RDFS;

class Finding {
    public static void main(String[] args) {
        boolean asSeen = true;
        for (Reasoner each : List.of(ReasonerRegistry.getTransitiveReasoner(),
                ReasonerRegistry.getRDFSSimpleReasoner(), ReasonerRegistry.getRDFSReasoner())) {
            boolean one = follows(each, "c0 c1", "c1 c0", "c3 c0", "c1 c2");
            boolean other = follows(each, "c1 c2", "c0 c1", "c1 c0", "c3 c0");
            System.out.println(each.getClass().getSimpleName() + ": in one order " + one + ", in the other " + other);
            asSeen &= !one && other;
        }
        System.exit(asSeen ? 0 : 1);
    }

    /** Whether :c3 is a subclass of :c2. */
    private static boolean follows(Reasoner reasoner, String... links) {
        Model model = ModelFactory.createDefaultModel();
        for (String link : links) {
            String[] ends = link.split(" ");
            model.add(model.createResource("urn:" + ends[0]), RDFS.subClassOf, model.createResource("urn:" + ends[1]));
        }
        return ModelFactory.createInfModel(reasoner, model)
                .contains(model.createResource("urn:c3"), RDFS.subClassOf, model.createResource("urn:c2"));
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java"
