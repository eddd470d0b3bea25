#!/usr/bin/env bash
# RDF4J lets MINUS see the values of patterns that stand behind it in the group, so the query has too few rows.
#
# Version   org.eclipse.rdf4j:rdf4j-sail-memory 5.2.0; beside it org.apache.jena:jena-arq 5.6.0
# Input     :c a :C . :i :p 1 .   SELECT * { ?c a ?class MINUS { ?d :p ?v } ?i :p ?v }
# Expected  one row (SPARQL 1.1, section 8.3.2: MINUS removes nothing if both sides share no variable; section 18.2.2.6:
#           what stands behind MINUS is joined with what it leaves); Jena gives it
# Seen      no row. With braces around the part up to MINUS, { ?c a ?class MINUS { ?d :p ?v } } ?i :p ?v, it gives the row
#
# The script ends with 0 if these answers come, else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-repository-sail</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-sail-memory</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-turtle</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.apache.jena</groupId><artifactId>jena-arq</artifactId><version>5.6.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.StringReader;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.sail.memory.MemoryStore;

class Finding {
    private static final String DATA = "PREFIX : <urn:ex:> :c a :C . :i :p 1 .";

    public static void main(String[] args) throws Exception {
        String plain = "PREFIX : <urn:ex:> SELECT * { ?c a ?class MINUS { ?d :p ?v } ?i :p ?v }";
        String braces = "PREFIX : <urn:ex:> SELECT * { { ?c a ?class MINUS { ?d :p ?v } } ?i :p ?v }";
        int rdf4j = rdf4j(plain);
        int inBraces = rdf4j(braces);
        int jena = jena(plain);
        System.out.println("rows: RDF4J " + rdf4j + ", RDF4J with braces " + inBraces + ", Jena " + jena);
        System.exit(rdf4j == 0 && inBraces == 1 && jena == 1 ? 0 : 1);
    }

    private static int rdf4j(String query) throws Exception {
        SailRepository repository = new SailRepository(new MemoryStore());
        try (SailRepositoryConnection connection = repository.getConnection()) {
            connection.add(new StringReader(DATA), RDFFormat.TURTLE);
            try (var rows = connection.prepareTupleQuery(query).evaluate()) {
                return (int) rows.stream().count();
            }
        }
    }

    private static int jena(String query) {
        Model model = ModelFactory.createDefaultModel();
        model.read(new StringReader(DATA), null, "TURTLE");
        try (var execution = QueryExecutionFactory.create(query, model)) {
            return ResultSetFormatter.consume(execution.execSelect());
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java"
