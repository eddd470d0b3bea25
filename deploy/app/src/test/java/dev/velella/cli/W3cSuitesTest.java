package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.fixture.SharedFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The suites of the W3C, read by the readers of all parts. No graph is another one than the suite says, but for quoted triples
 * of RDF-star; what is refused has one of the reasons that are known; the page has the numbers.
 */
class W3cSuitesTest {
    private static final String TESTS = "http://www.w3.org/ns/rdftest#";
    private static final String MANIFEST = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
    private static final String RDF_BASE = "https://w3c.github.io/rdf-tests/";
    private static final String JSON_BASE = "https://w3c.github.io/json-ld-api/";

    /** Why a text is refused on purpose: the message of the error has one of these parts. */
    private static final Pattern ON_PURPOSE =
            Pattern.compile("base direction|reifier|found '~'|parseType=\"Triple\"|rdf:annotation"
                    + "|contexts outside of the input|form of a keyword|keyword form|not an absolute IRI|not an IRI"
                    + "|blank node cannot be a predicate|Language tag|gives no statement");

    /** The same for RDF 1.2 alone: reified triples in further places, white space between a literal and its tag. */
    private static final Pattern OF_RDF_12 =
            Pattern.compile("expected a predicate, found '\\.'|expected a subject, found '\\['|found '\\{'|not '[@^]'");

    /** Tests of texts that a suite calls malformed, or whose IRIs it leaves out, and that are read on purpose. */
    private static final Pattern READ_WIDELY =
            Pattern.compile("bad-bnode-0[12]|12-bad-(09|10)|bad-reified-|langdir-bad-4|version-bad-"
                    + "|surrogate-pair-bad|nt-ttl12-bad-05|#te11[12] ");

    /** Quoted triples of RDF-star, which RDF 1.2 spells in the same way and gives another meaning. */
    private static final Pattern RDF_STAR = Pattern.compile("<<[^(]|\\{\\|");

    private final List<String> wrong = new ArrayList<>();

    @TempDir
    Path folder;

    private enum Verdict {
        PASSED,
        REFUSED,
        STAR,
        WIDELY,
        WRONG
    }

    /** Numbers of one suite. */
    private static final class Counts {
        private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

        void add(Verdict verdict) {
            counts.merge(verdict, 1, Integer::sum);
        }

        int of(Verdict verdict) {
            return counts.getOrDefault(verdict, 0);
        }

        String row(String suite) {
            int all = counts.values().stream().mapToInt(Integer::intValue).sum();
            return "| " + suite + " | " + all + " | " + of(Verdict.PASSED) + " | " + of(Verdict.REFUSED) + " | "
                    + of(Verdict.STAR) + " | " + of(Verdict.WIDELY) + " | " + of(Verdict.WRONG) + " |";
        }
    }

    private static Map<String, byte[]> files(String archive) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        Path path = SharedFolder.require("conformance/w3c/" + archive);
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(path)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isFile()) {
                    files.put(entry.getName().replaceFirst("^\\./", ""), tar.readAllBytes());
                }
            }
        }
        return files;
    }

    private static byte[] known(Map<String, byte[]> files, String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    private static Model read(DocumentFormat format, byte[] document, @Nullable String base) {
        Model model = new LinkedHashModel();
        try {
            new RdfTextReader(format, base, ReadingLimits.OF_FILES)
                    .read(new ByteArrayInputStream(document), new StatementCollector(model));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return model;
    }

    private static DocumentFormat format(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "nt" -> DocumentFormat.N_TRIPLES;
            case "nq" -> DocumentFormat.N_QUADS;
            case "ttl" -> DocumentFormat.TURTLE;
            case "trig" -> DocumentFormat.TRIG;
            case "rdf" -> DocumentFormat.RDF_XML;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private Verdict verdict(
            String name, boolean isGood, byte[] text, Supplier<Model> reading, @Nullable Supplier<Model> result) {
        boolean is12 = name.startsWith("rdf/rdf12/");
        Model model;
        Model expected;
        try {
            model = reading.get();
            expected = result == null ? null : result.get();
        } catch (MalformedDocumentException e) {
            String why = String.valueOf(e.getMessage());
            if (!isGood) {
                return Verdict.PASSED;
            } else if (ON_PURPOSE.matcher(why).find()
                    || (is12 && OF_RDF_12.matcher(why).find())) {
                return Verdict.REFUSED;
            }
            wrong.add(name + ": " + why);
            return Verdict.WRONG;
        }
        if (isGood && (expected == null || Models.isomorphic(model, expected))) {
            return Verdict.PASSED;
        } else if (READ_WIDELY.matcher(name).find()) {
            return Verdict.WIDELY;
        } else if (is12
                && RDF_STAR.matcher(new String(text, StandardCharsets.UTF_8)).find()) {
            return Verdict.STAR;
        }
        wrong.add(name + ": " + model + ", expected " + expected);
        return Verdict.WRONG;
    }

    private Counts rdf(Map<String, byte[]> files, String suite) {
        Counts counts = new Counts();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            if (file.getKey().startsWith(suite + "/") && file.getKey().endsWith("/manifest.ttl")) {
                Model manifest = read(DocumentFormat.TURTLE, file.getValue(), RDF_BASE + file.getKey());
                for (Statement st : manifest.filter(null, RDF.TYPE, null)) {
                    String type = st.getObject().stringValue();
                    if (type.startsWith(TESTS + "Test")) {
                        counts.add(rdf(files, manifest, st.getSubject(), type.substring(TESTS.length())));
                    }
                }
            }
        }
        return counts;
    }

    private Verdict rdf(Map<String, byte[]> files, Model manifest, Resource test, String type) {
        String action = file(manifest, test, "action");
        String result = file(manifest, test, "result");
        DocumentFormat format = format(action);
        return verdict(
                test.stringValue().substring(RDF_BASE.length()) + " ",
                !type.contains("Negative"),
                known(files, action),
                () -> read(format, known(files, action), RDF_BASE + action),
                result == null ? null : () -> read(format(result), known(files, result), RDF_BASE + result));
    }

    private static @Nullable String file(Model manifest, Resource test, String property) {
        IRI predicate = SimpleValueFactory.getInstance().createIRI(MANIFEST, property);
        return Models.objectIRI(manifest.filter(test, predicate, null))
                .map(iri -> iri.stringValue().substring(RDF_BASE.length()))
                .orElse(null);
    }

    private Counts jsonLd() throws IOException {
        Map<String, byte[]> files = files("jsonld-toRdf.tar.gz");
        Counts counts = new Counts();
        JsonNode manifest = new ObjectMapper().readTree(files.get("tests/toRdf-manifest.jsonld"));
        for (JsonNode test : manifest.get("sequence")) {
            JsonNode option = test.path("option");
            if (option.path("specVersion").asText().equals("json-ld-1.0")
                    || option.path("processingMode").asText().equals("json-ld-1.0")
                    || option.has("expandContext")) {
                continue; // of JSON-LD 1.0, or with an option that is not offered
            }
            String input = "tests/" + test.get("input").asText();
            if (!files.containsKey(input)) {
                continue; // one test has its input in another suite
            }
            String base = option.path("base").asText(JSON_BASE + input);
            String types = test.get("@type").toString();
            byte[] expected =
                    test.has("expect") ? files.get("tests/" + test.get("expect").asText()) : null;
            counts.add(verdict(
                    test.get("@id").asText() + " ",
                    !types.contains("Negative"),
                    known(files, input),
                    () -> read(DocumentFormat.JSON_LD, known(files, input), base),
                    expected == null ? null : () -> read(DocumentFormat.N_QUADS, expected, null)));
        }
        return counts;
    }

    private Counts canonical() throws IOException {
        Map<String, byte[]> files = files("rdfc10-tests.tar.gz");
        Counts counts = new Counts();
        JsonNode manifest = new ObjectMapper().readTree(files.get("tests/manifest.jsonld"));
        for (JsonNode test : manifest.get("entries")) {
            if (test.get("type").asText().endsWith("EvalTest")
                    && files.containsKey("tests/" + test.path("result").asText())) {
                Path in = Files.write(
                        folder.resolve("in.nq"),
                        files.get("tests/" + test.get("action").asText()));
                Path out = Files.write(
                        folder.resolve("out.nq"),
                        files.get("tests/" + test.get("result").asText()));
                CommandRun run = CommandRun.of("diff", in, out);
                boolean same = run.status() == 0 && run.text().isEmpty();
                if (!same) {
                    wrong.add("rdfc " + test.get("id").asText() + ": " + run.text() + run.err());
                }
                counts.add(same ? Verdict.PASSED : Verdict.WRONG);
            }
        }
        return counts;
    }

    @Test
    void noGraphIsAnotherOneThanTheSuiteSays() throws IOException {
        Map<String, byte[]> rdf = files("rdf-tests.tar.gz");
        List<String> rows = new ArrayList<>();
        for (String version : List.of("1.1", "1.2")) {
            for (String[] suite : new String[][] {
                {"N-Triples", "n-triples"},
                {"N-Quads", "n-quads"},
                {"Turtle", "turtle"},
                {"TriG", "trig"},
                {"RDF/XML", "xml"}
            }) {
                String path = "rdf/rdf" + version.replace(".", "") + "/rdf-" + suite[1];
                rows.add(rdf(rdf, path).row("RDF " + version + " " + suite[0]));
            }
        }
        rows.add(jsonLd().row("JSON-LD 1.1 toRdf"));
        rows.add(canonical().row("RDFC-1.0, by `diff`"));
        assertThat(wrong).isEmpty();
        String table = String.join("\n", rows);
        assertThat(Files.readString(Path.of("../../docs/cli.md")))
                .as("the page has this table:\n%s", table)
                .contains(table);
    }
}
