#!/usr/bin/env bash
# RDF4J's writers of Turtle and of TSV rows change the text of numbers.
#
# Version   org.eclipse.rdf4j: rdf4j-rio-turtle and rdf4j-queryresultio-text 5.2.0, with their defaults
# Input     "0071"^^xsd:integer, "72.500"^^xsd:decimal, "73e1"^^xsd:double
# Expected  terms that are equal to these when they are read back (RDF 1.1 Concepts, section 3.3: literals are equal if their
#           text and type are)
# Seen      Turtle and TSV: other terms, with the canonical text of the number. N-Triples keeps them
#
# The script ends with 0 if all is as described under "Seen", else with 1.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-turtle</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-rio-ntriples</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.eclipse.rdf4j</groupId><artifactId>rdf4j-queryresultio-text</artifactId><version>5.2.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath" >&2
cat >"$dir/Finding.java" <<'JAVA'
import java.io.*;
import java.util.*;
import org.eclipse.rdf4j.model.*;
import org.eclipse.rdf4j.model.impl.*;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.impl.MapBindingSet;
import org.eclipse.rdf4j.query.resultio.text.tsv.SPARQLResultsTSVWriter;
import org.eclipse.rdf4j.rio.*;

class Finding {
    public static void main(String[] args) throws Exception {
        ValueFactory values = SimpleValueFactory.getInstance();
        IRI s = values.createIRI("http://e/s");
        Literal[] literals = {values.createLiteral("0071", XSD.INTEGER), values.createLiteral("72.500", XSD.DECIMAL), values.createLiteral("73e1", XSD.DOUBLE)};
        for (Literal literal : literals) {
            Model model = new LinkedHashModel(List.of(values.createStatement(s, s, literal)));
            for (RDFFormat format : new RDFFormat[] {RDFFormat.NTRIPLES, RDFFormat.TURTLE}) {
                StringWriter text = new StringWriter();
                Rio.write(model, text, format);
                Value back = Rio.parse(new StringReader(text.toString()), "", format).iterator().next().getObject();
                System.out.println(literal.getLabel() + " " + format.getName() + " " + (back.equals(literal) ? "equal" : back.stringValue()));
            }
            ByteArrayOutputStream rows = new ByteArrayOutputStream();
            SPARQLResultsTSVWriter writer = new SPARQLResultsTSVWriter(rows);
            writer.startQueryResult(List.of("n"));
            MapBindingSet row = new MapBindingSet();
            row.addBinding("n", literal);
            writer.handleSolution(row);
            writer.endQueryResult();
            System.out.println(literal.getLabel() + " TSV " + rows.toString().lines().toList().get(1));
        }
    }
}
JAVA
java -cp "$(cat "$dir/classpath")" "$dir/Finding.java" | tee "$dir/seen"
diff - "$dir/seen" <<'EXPECTED'
0071 N-Triples equal
0071 Turtle 71
0071 TSV 71
72.500 N-Triples equal
72.500 Turtle 72.5
72.500 TSV 72.5
73e1 N-Triples equal
73e1 Turtle 7.3E2
73e1 TSV 7.3E2
EXPECTED
