#!/usr/bin/env bash
# A memory store of RDF4J answers a query with an OPTIONAL with fewer rows than the query without it.
#
# Version   org.eclipse.rdf4j 5.2.0: rdf4j-sail-memory, rdf4j-repository-sail
# Input     four statements; a query with a UNION in an OPTIONAL that matches nothing, and another UNION behind it
# Expected  six rows with the OPTIONAL and without it: OPTIONAL adds values to rows, and takes none away (SPARQL 1.1, section 6)
# Seen      two rows with it, six without it
#
# The script ends with 0 if both answers come, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-repository-sail</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-sail-memory</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import org.eclipse.rdf4j.repository.sail.*;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

class Finding {
    private static final String OPTIONAL =
            "OPTIONAL { ?d :p 1 . { ?c :p ?b . ?a a ?d } UNION { ?c :sub ?b . ?d :r ?d } } ";

    public static void main(String[] args) {
        SailRepository repository = new SailRepository(new MemoryStore());
        long with;
        long without;
        try (SailRepositoryConnection connection = repository.getConnection()) {
            connection.prepareUpdate("PREFIX : <urn:x:> INSERT DATA { :c a :i ; :p :j ; :r :i . :k :r :c }").execute();
            with = rows(connection, OPTIONAL);
            without = rows(connection, "");
        } finally {
            repository.shutDown();
        }
        System.out.println("rows with the OPTIONAL: " + with + ", without it: " + without);
        System.exit(with == 2 && without == 6 ? 0 : 1);
    }

    private static long rows(SailRepositoryConnection connection, String optional) {
        try (var rows = connection.prepareTupleQuery("PREFIX : <urn:x:> SELECT * { ?b :r ?d . " + optional
                        + "{ ?a :r ?c } UNION { ?c :p ?a } }").evaluate()) {
            return rows.stream().count();
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java"
