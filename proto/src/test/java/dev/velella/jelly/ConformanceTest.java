package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import eu.neverblink.jelly.core.proto.v1.RdfStreamFrame;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The conformance suite of Jelly-RDF, both directions, by its own rule: ordered isomorphism, frame by frame.
 *
 * <p>RDF4J has no generalized statements, so cases that hold some cannot pass. They are listed one by one with what
 * cannot be represented first; every other case must pass, and those on the list must be refused with a clear message.
 */
class ConformanceTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final Map<String, Integer> COUNTS = new LinkedHashMap<>();
    private static final EarlReport REPORT = new EarlReport();

    private static void count(String what) {
        COUNTS.merge(what, 1, Integer::sum);
    }

    @AfterAll
    static void printCounts() {
        COUNTS.forEach((what, n) -> System.out.println("conformance " + what + ": " + n));
    }

    /** What {@code docs/upstream} offers to Jelly's site is what the suite has found. */
    @AfterAll
    static void theReportIsWhatWasFound() throws IOException {
        if (REPORT.size() < 187) {
            return; // a part of the suite
        }
        if (Boolean.getBoolean("velella.docs.write")) {
            REPORT.write();
        }
        assertThat(Files.readString(EarlReport.FILE))
                .as("docs/upstream/Velella.ttl is stale: run mvn -pl proto -am test -Dtest=ConformanceTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dvelella.docs.write=true")
                .isEqualTo(REPORT.withTimeOfFile());
    }

    private static Stream<ConformanceCase> cases(boolean fromJelly, boolean positive) throws IOException {
        return ConformanceCase.all().filter(c -> c.fromJelly() == fromJelly && c.positive() == positive);
    }

    private static DynamicTest test(ConformanceCase c, org.junit.jupiter.api.function.Executable check) {
        return DynamicTest.dynamicTest(c.id(), () -> {
            REPORT.add(c.id(), EarlReport.Outcome.FAILED);
            check.execute();
            REPORT.add(c.id(), EarlReport.Outcome.PASSED);
            count((c.fromJelly() ? "from_jelly " : "to_jelly ")
                    + (c.positive() ? "positive passed" : "negative refused"));
        });
    }

    @Test
    void theSuiteIsComplete() throws IOException {
        assertThat(ConformanceCase.all().filter(ConformanceCase::fromJelly)).hasSize(110);
        assertThat(ConformanceCase.all().filter(c -> !c.fromJelly())).hasSize(77);
    }

    @TestFactory
    Stream<DynamicTest> jellyIsReadAsExpected() throws IOException {
        return cases(true, true)
                .filter(c -> !NotRepresentable.REASONS.containsKey(c.id()))
                .map(c -> test(c, () -> {
                    List<List<Statement>> frames =
                            read(Files.readAllBytes(c.inputs().get(0)));
                    assertSame(frames, ConformanceCase.statements(c.expected()));
                }));
    }

    @TestFactory
    Stream<DynamicTest> malformedJellyIsRefused() throws IOException {
        return cases(true, false)
                .map(c -> test(c, () -> {
                    byte[] stream = Files.readAllBytes(c.inputs().get(0));
                    assertThatThrownBy(() -> read(stream)).isInstanceOf(MalformedJellyException.class);
                }));
    }

    @TestFactory
    Stream<DynamicTest> rdfIsWrittenAsExpected() throws IOException {
        return cases(false, true)
                .filter(c -> !NotRepresentable.REASONS.containsKey(c.id()))
                .map(c -> test(c, () -> assertWritten(c)));
    }

    private static void assertWritten(ConformanceCase c) throws IOException {
        RdfStreamOptions wanted = options(Files.readAllBytes(c.inputs().get(0)));
        List<List<Statement>> inputs =
                ConformanceCase.statements(c.inputs().subList(1, c.inputs().size()));
        byte[] written = write(inputs, ourOptions(wanted));
        byte[] expected = Files.readAllBytes(c.expected().get(0));

        assertThat(options(written)).as("options row").isEqualTo(options(expected));
        assertRowsAreLegal(written, wanted);
        assertSame(read(written), read(expected));
        assertSame(readByJellyJvm(written, wanted), read(expected));
    }

    @TestFactory
    Stream<DynamicTest> rdfThatItsOptionsCannotCarryIsRefused() throws IOException {
        return cases(false, false)
                .map(c -> test(c, () -> {
                    RdfStreamOptions wanted =
                            options(Files.readAllBytes(c.inputs().get(0)));
                    List<List<Statement>> inputs = ConformanceCase.statements(
                            c.inputs().subList(1, c.inputs().size()));
                    assertThatThrownBy(() -> write(inputs, ourOptions(wanted)))
                            .isInstanceOfAny(MalformedJellyException.class, IllegalArgumentException.class)
                            .hasMessageContaining(c.id().endsWith("neg_001") ? "datatype table" : "name table size");
                }));
    }

    @Test
    void optionsOfEveryStreamAreReadAsJellyJvmReadsThem() throws IOException {
        for (ConformanceCase c :
                ConformanceCase.all().filter(ConformanceCase::positive).toList()) {
            byte[] stream = Files.readAllBytes(c.inputs().get(0));
            try (JellyStreamReader reader =
                    new JellyStreamReader(new ByteArrayInputStream(stream), LightValueFactory.getInstance(), LIMITS)) {
                while (reader.options().isEmpty()) {
                    assertThat(reader.next()).as(c.id()).isNotNull();
                }
                JellyOptions read = reader.options().orElseThrow();
                assertThat(read.withNamespaces(false))
                        .as(c.id())
                        .isEqualTo(ourOptions(options(stream)).withNamespaces(false));
                assertThat(read.version()).as(c.id()).isEqualTo(options(stream).getVersion());
            } catch (MalformedJellyException e) {
                assertThat(NotRepresentable.REASONS).containsKey(c.id());
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> whatRdf4jCannotRepresentIsRefusedWithTheReason() throws IOException {
        return ConformanceCase.all()
                .filter(c -> NotRepresentable.REASONS.containsKey(c.id()))
                .map(c -> DynamicTest.dynamicTest(c.id(), () -> {
                    String reason = NotRepresentable.REASONS.get(c.id());
                    if (c.fromJelly()) {
                        assertThatThrownBy(
                                        () -> read(Files.readAllBytes(c.inputs().get(0))))
                                .isInstanceOf(MalformedJellyException.class)
                                .hasMessageContaining("generalized");
                    } else {
                        assertThatThrownBy(() -> ConformanceCase.statements(
                                        c.inputs().subList(1, c.inputs().size())))
                                .hasMessageStartingWith(reason + " ");
                        // The expected output holds the same statements, so the reading side can be asked too.
                        assertThatThrownBy(() ->
                                        read(Files.readAllBytes(c.expected().get(0))))
                                .isInstanceOf(MalformedJellyException.class)
                                .hasMessageContaining("generalized");
                    }
                    REPORT.add(c.id(), EarlReport.Outcome.INAPPLICABLE);
                    count((c.fromJelly() ? "from_jelly" : "to_jelly") + " not representable in RDF4J");
                    System.out.println("conformance " + c.id() + ": not representable in RDF4J: " + reason);
                }));
    }

    /** The list is exactly that: positive cases, and each of them holds a generalized statement. */
    @Test
    void whatIsNotRepresentableIsNeitherMoreNorLess() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        for (ConformanceCase c :
                ConformanceCase.all().filter(ConformanceCase::positive).toList()) {
            try {
                ConformanceCase.statements(
                        c.fromJelly()
                                ? c.expected()
                                : c.inputs().subList(1, c.inputs().size()));
            } catch (IllegalArgumentException e) {
                found.put(c.id(), e.getMessage().substring(0, e.getMessage().indexOf(" in ")));
            }
        }
        assertThat(found).isEqualTo(NotRepresentable.REASONS);
    }

    private static void assertSame(List<List<Statement>> actual, List<List<Statement>> expected) {
        assertThat(actual).as("frames").hasSameSizeAs(expected);
        OrderedIsomorphism isomorphism = new OrderedIsomorphism();
        for (int i = 0; i < actual.size(); i++) {
            isomorphism.assertSame(actual.get(i), expected.get(i), "frame " + i);
        }
    }

    private static List<List<Statement>> read(byte[] stream) throws IOException {
        List<List<Statement>> frames = new ArrayList<>();
        try (JellyStreamReader reader =
                new JellyStreamReader(new ByteArrayInputStream(stream), LightValueFactory.getInstance(), LIMITS)) {
            for (RdfGraph frame = reader.next(); frame != null; frame = reader.next()) {
                frames.add(frame.statements());
            }
        }
        return frames;
    }

    private static List<List<Statement>> readByJellyJvm(byte[] stream, RdfStreamOptions options) throws IOException {
        JellyJvm.Reader reader = new JellyJvm.Reader(PhysicalType.ofCode(options.getPhysicalTypeValue()));
        List<List<Statement>> frames = new ArrayList<>();
        for (byte[] frame : ConformanceCase.frames(stream)) {
            frames.add(reader.read(frame).statements());
        }
        return frames;
    }

    private static byte[] write(List<List<Statement>> frames, JellyOptions options) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (JellyStreamWriter writer = new JellyStreamWriter(stream, options, LIMITS)) {
            for (List<Statement> frame : frames) {
                writer.write(RdfGraph.of(frame));
            }
        }
        return stream.toByteArray();
    }

    /** The options row of a delimited or bare stream, as Jelly-JVM reads it. */
    private static RdfStreamOptions options(byte[] stream) throws IOException {
        boolean bare = stream[0] == 0x0A && stream[1] != 0x0A;
        for (byte[] frame : bare ? List.of(stream) : ConformanceCase.frames(stream)) {
            for (RdfStreamRow row : RdfStreamFrame.parseFrom(frame).getRows()) {
                assertThat(row.hasOptions())
                        .as("the first row is the options row")
                        .isTrue();
                return row.getOptions();
            }
        }
        throw new AssertionError("no options row");
    }

    private static JellyOptions ourOptions(RdfStreamOptions row) {
        return new JellyOptions(
                row.getStreamName(),
                PhysicalType.ofCode(row.getPhysicalTypeValue()),
                LogicalType.closest(row.getLogicalTypeValue()).orElseThrow(),
                new TableSizes(row.getMaxNameTableSize(), row.getMaxPrefixTableSize(), row.getMaxDatatypeTableSize()),
                row.getGeneralizedStatements(),
                row.getRdfStar(),
                false,
                row.getVersion());
    }

    /** Statement rows of the physical type only, nothing but the first row of the stream is options, entries within tables. */
    private static void assertRowsAreLegal(byte[] stream, RdfStreamOptions options) throws IOException {
        boolean first = true;
        boolean open = false;
        for (byte[] frame : ConformanceCase.frames(stream)) {
            for (RdfStreamRow row : RdfStreamFrame.parseFrom(frame).getRows()) {
                assertThat(row.hasRow()).isTrue();
                assertThat(row.hasOptions()).isEqualTo(first);
                first = false;
                boolean graphs = options.getPhysicalTypeValue() == PhysicalType.GRAPHS.code();
                if (row.hasGraphStart() || row.hasGraphEnd()) {
                    assertThat(graphs && row.hasGraphStart() != open).isTrue();
                    open = row.hasGraphStart();
                }
                if (row.hasTriple()) {
                    assertThat(open || options.getPhysicalTypeValue() == PhysicalType.TRIPLES.code())
                            .isTrue();
                }
                if (row.hasQuad()) {
                    assertThat(options.getPhysicalTypeValue()).isEqualTo(PhysicalType.QUADS.code());
                }
                if (row.hasName()) {
                    assertThat(row.getName().getId()).isBetween(0, options.getMaxNameTableSize());
                }
                if (row.hasPrefix()) {
                    assertThat(row.getPrefix().getId()).isBetween(0, options.getMaxPrefixTableSize());
                    assertThat(options.getMaxPrefixTableSize()).isPositive();
                }
                if (row.hasDatatype()) {
                    assertThat(row.getDatatype().getId()).isBetween(0, options.getMaxDatatypeTableSize());
                }
            }
        }
        assertThat(open).as("a graph is open at the end").isFalse();
    }
}
