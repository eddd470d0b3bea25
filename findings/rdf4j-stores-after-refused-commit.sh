#!/usr/bin/env bash
# After one commit that RDF4J's LMDB or native store refuses, and a rollback, later commits are not what they say.
#
# Version   org.eclipse.rdf4j:rdf4j-sail-lmdb and rdf4j-sail-nativerdf 5.2.0
# Input     one transaction adds b and a quoted triple (RDF-star), which both stores refuse at the commit with an exception.
#           It is rolled back and its connection closed. Then three connections add d1, d2 and d3, each with a commit that
#           returns
# Expected  a, d1, d2, d3 are in the store, also after it was closed and opened again; b is not
# Seen      LMDB: each commit becomes visible one commit late, and d3 is not there after the store was opened again.
#           Native: b, which was rolled back, becomes visible with the next commit, and stays
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-sail-lmdb</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-sail-nativerdf</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-repository-sail</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.File;
import java.nio.file.*;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.*;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.nativerdf.NativeStore;

class Finding {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    public static void main(String[] args) throws Exception {
        Path dir = Path.of(args[0]);
        for (String store : new String[] {"lmdb", "native"}) {
            Repository repository = open(store, dir);
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.add(iri("a"), iri("p"), iri("o"));
            }
            try (RepositoryConnection connection = repository.getConnection()) {
                connection.begin();
                connection.add(iri("b"), iri("p"), iri("o"));
                connection.add(iri("c"), iri("p"), VALUES.createTriple(iri("s"), iri("p"), iri("o")));
                try {
                    connection.commit();
                    System.out.println(store + ": the commit was not refused");
                } catch (RuntimeException refused) {
                    connection.rollback();
                }
            }
            for (int n = 1; n <= 3; n++) {
                try (RepositoryConnection connection = repository.getConnection()) {
                    connection.add(iri("d" + n), iri("p"), iri("o"));
                }
                System.out.println(store + " after d" + n + ": " + subjects(repository));
            }
            repository.shutDown();
            repository = open(store, dir);
            System.out.println(store + " opened again: " + subjects(repository));
            repository.shutDown();
        }
    }

    private static Repository open(String store, Path dir) {
        File place = dir.resolve(store).toFile();
        return new SailRepository(store.equals("lmdb") ? new LmdbStore(place) : new NativeStore(place));
    }

    private static String subjects(Repository repository) {
        try (RepositoryConnection connection = repository.getConnection()) {
            return connection.getStatements(null, null, null).stream()
                    .map(s -> ((IRI) s.getSubject()).getLocalName()).sorted().toList().toString();
        }
    }

    private static IRI iri(String name) {
        return VALUES.createIRI("http://e/" + name);
    }
}
JAVA
timeout 120 java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir" | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
lmdb after d1: [a]
lmdb after d2: [a, d1]
lmdb after d3: [a, d1, d2]
lmdb opened again: [a, d1, d2]
native after d1: [a, b, d1]
native after d2: [a, b, d1, d2]
native after d3: [a, b, d1, d2, d3]
native opened again: [a, b, d1, d2, d3]
EXPECTED
