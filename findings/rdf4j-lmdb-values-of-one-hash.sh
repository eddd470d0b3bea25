#!/usr/bin/env bash
# An LMDB store of RDF4J no longer finds a value by its text, after another value with the same hash was deleted.
#
# Version   org.eclipse.rdf4j:rdf4j-sail-lmdb 5.2.0
# Input     two literals whose texts have the same CRC-32 (any two texts of one length do that end or begin with "plumless" and
#           "buckeroo"; among a million values there are about a hundred such pairs by chance), each in a statement. One of the
#           statements is deleted
# Expected  the other statement is there, and is found and deleted by its literal
# Seen      it is in a scan, but no query with its literal finds it, and deleting it does nothing. If it is added once more, it is
#           there twice. It does not matter which of the two is deleted. The file keeps it so. Without an eviction of values
#           (setValueEvictionInterval(-1)) it does not happen
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
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-repository-sail</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.nio.file.*;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.repository.*;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.sail.lmdb.LmdbStore;
import org.eclipse.rdf4j.sail.lmdb.config.LmdbStoreConfig;

class Finding {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI P = VALUES.createIRI("urn:p");
    private static final Literal FIRST = VALUES.createLiteral("one of two values: plumless");
    private static final Literal SECOND = VALUES.createLiteral("one of two values: buckeroo");

    public static void main(String[] args) throws Exception {
        for (boolean isFirst : new boolean[] {true, false}) {
            for (long eviction : new long[] {60_000, -1}) {
                Path dir = Files.createTempDirectory(Path.of(args[0]), "store");
                Literal deleted = isFirst ? FIRST : SECOND;
                Literal other = isFirst ? SECOND : FIRST;
                Repository repository = open(dir, eviction);
                change(repository, connection -> connection.add(P, P, FIRST));
                change(repository, connection -> connection.add(P, P, SECOND));
                change(repository, connection -> connection.remove(P, P, deleted));
                System.out.println((isFirst ? "first" : "second") + " deleted, eviction " + eviction + ": " + seen(repository, other));
                change(repository, connection -> connection.remove(P, P, other));
                System.out.println("  the other deleted: " + seen(repository, other));
                change(repository, connection -> connection.add(P, P, other));
                repository.shutDown();
                repository = open(dir, eviction);
                System.out.println("  added once more, opened again: " + seen(repository, other));
                repository.shutDown();
            }
        }
    }

    private interface Change {
        void in(RepositoryConnection connection);
    }

    private static Repository open(Path dir, long eviction) {
        LmdbStoreConfig config = new LmdbStoreConfig("spoc,posc,ospc");
        config.setValueEvictionInterval(eviction);
        Repository repository = new SailRepository(new LmdbStore(dir.toFile(), config));
        repository.init();
        return repository;
    }

    private static void change(Repository repository, Change change) {
        try (RepositoryConnection connection = repository.getConnection()) {
            change.in(connection);
        }
    }

    private static String seen(Repository repository, Literal literal) {
        try (RepositoryConnection connection = repository.getConnection()) {
            long scanned = connection.getStatements(null, null, null).stream()
                    .filter(statement -> statement.getObject().equals(literal))
                    .count();
            return scanned + " by a scan, found by its literal: " + connection.hasStatement(null, null, literal, false);
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" "$dir" | tee "$dir/seen"
lost="1 by a scan, found by its literal: false
  the other deleted: 1 by a scan, found by its literal: false
  added once more, opened again: 2 by a scan, found by its literal: true"
kept="1 by a scan, found by its literal: true
  the other deleted: 0 by a scan, found by its literal: false
  added once more, opened again: 1 by a scan, found by its literal: true"
for deleted in first second; do
  echo "$deleted deleted, eviction 60000: $lost"
  echo "$deleted deleted, eviction -1: $kept"
done | diff - "$dir/seen"
