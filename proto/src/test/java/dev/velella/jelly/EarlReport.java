package dev.velella.jelly;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The outcomes of the conformance suite of Jelly-RDF as a report in EARL 1.0, in the form that Jelly's site collects
 * ("Reporting conformance": one assertion for each test, named by the IRI of its manifest). Not thread-safe.
 */
final class EarlReport {
    /** The outcomes that the suite can have here. */
    enum Outcome {
        PASSED,
        FAILED,
        /** RDF4J cannot hold the statements of the case. */
        INAPPLICABLE
    }

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    static final Path FILE = ROOT.resolve("docs/upstream/Velella.ttl");
    private static final Pattern ISSUED = Pattern.compile("dc:issued \"([^\"]+)\"");
    private static final Pattern REVISION = Pattern.compile("<revision>([^<]+)</revision>");
    private static final String TESTS = "https://w3id.org/jelly/dev/tests/rdf/";

    private final Map<String, Outcome> outcomes = new TreeMap<>();

    /** Notes the outcome of a case. */
    void add(String id, Outcome outcome) {
        outcomes.put(id, outcome);
    }

    /** How many cases have an outcome. */
    int size() {
        return outcomes.size();
    }

    /** The report with the time of the one that is in the file. */
    String withTimeOfFile() throws IOException {
        Matcher issued = ISSUED.matcher(Files.readString(FILE));
        return text(issued.find() ? issued.group(1) : "");
    }

    /** Writes the report, with the time of now. */
    void write() throws IOException {
        Files.writeString(
                FILE, text(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    private String text(String time) throws IOException {
        String version = version();
        StringBuilder text = new StringBuilder(
                """
                PREFIX earl: <http://www.w3.org/ns/earl#>
                PREFIX doap: <http://usefulinc.com/ns/doap#>
                PREFIX foaf: <http://xmlns.com/foaf/0.1/>
                PREFIX dc:   <http://purl.org/dc/terms/>
                PREFIX xsd:  <http://www.w3.org/2001/XMLSchema#>

                <> foaf:primaryTopic <#impl> ;
                  dc:issued "%1$s"^^xsd:dateTime ;
                  foaf:maker <#assertor> .

                <#assertor> a earl:Software, earl:Assertor ;
                  foaf:name "ConformanceTest of Velella" .

                <#impl> a doap:Project, earl:TestSubject, earl:Software ;
                  doap:name "Velella" ;
                  doap:description "The codec of Velella for RDF4J: Jelly-RDF and Jelly-Patch in Kafka records"@en ;
                  doap:programming-language "Java" ;
                  doap:developer <#developers> ;
                  doap:release [
                    doap:name "Velella %2$s" ;
                    doap:revision "%2$s" ;
                    dc:created "%3$s"^^xsd:date
                  ] .

                <#developers> a foaf:Group ;
                  foaf:name "The developers of Velella" .
                """
                        .formatted(time, version, time.split("T")[0]));
        outcomes.forEach((id, outcome) -> text.append(
                """

                <#%s> a earl:Assertion ;
                  earl:assertedBy <#assertor> ;
                  earl:subject <#impl> ;
                  earl:test <%s> ;
                  earl:mode earl:automatic ;
                  earl:result [
                    a earl:TestResult ;
                    dc:date "%s"^^xsd:dateTime ;
                    earl:outcome earl:%s
                  ] .
                """
                        .formatted(id.replace('/', '_'), TESTS + id, time, name(outcome))));
        return text.toString();
    }

    private static String name(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> "passed";
            case FAILED -> "failed";
            case INAPPLICABLE -> "inapplicable";
        };
    }

    /** The version of the sources, whatever version the build gives to its files. */
    private static String version() throws IOException {
        Matcher revision = REVISION.matcher(Files.readString(ROOT.resolve("pom.xml"), StandardCharsets.UTF_8));
        if (!revision.find()) {
            throw new IOException("pom.xml has no revision");
        }
        return revision.group(1);
    }
}
