package dev.velella.jelly;

import static dev.velella.jelly.Bytes.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

class RawFramesTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI S = VALUES.createIRI("http://e/s");
    private static final Statement QUAD = VALUES.createStatement(S, S, VALUES.createLiteral("ü\u001B[2J\u202E"), S);

    private static List<RawRow> read(byte[] frame, ElementKind kind) {
        List<RawRow> rows = new ArrayList<>();
        RawFrames.read(frame, kind, 0, Limits.DEFAULT, rows::add);
        return rows;
    }

    private static byte[] graphFrame() {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, false, 1);
        return new JellyGraphEncoder(options, Limits.DEFAULT).encode(RdfGraph.of(List.of(QUAD)));
    }

    @Test
    void everyRowIsThereWithItsPlaceAndKind() {
        byte[] frame = graphFrame();
        List<RawRow> rows = read(frame, ElementKind.GRAPH);
        assertThat(rows).extracting(RawRow::kind).containsExactly("options", "prefix", "name", "quad");
        for (RawRow row : rows) {
            assertThat(row.message().toByteArray())
                    .isEqualTo(Arrays.copyOfRange(frame, row.offset(), row.offset() + row.length()));
            assertThat(rows.get(row.index())).isSameAs(row);
        }
    }

    @Test
    void aRowIsOneLineOfTextThatDoesNoHarmToATerminal() {
        List<RawRow> rows = read(graphFrame(), ElementKind.GRAPH);
        assertThat(rows.get(0).text())
                .isEqualTo("options { physical_type: PHYSICAL_STREAM_TYPE_QUADS max_name_table_size: 128"
                        + " max_prefix_table_size: 16 max_datatype_table_size: 16"
                        + " logical_type: LOGICAL_STREAM_TYPE_DATASETS version: 1 }");
        assertThat(rows.get(3).text())
                .isEqualTo("quad { s_iri { prefix_id: 1 } p_iri { name_id: 1 } o_literal {"
                        + " lex: \"ü\\033[2J\\342\\200\\256\" } g_iri { name_id: 1 } }");
    }

    @Test
    void aRowIsATreeForWritersOfJson() {
        List<RawRow> rows = read(graphFrame(), ElementKind.GRAPH);
        assertThat(rows.get(3).tree())
                .isEqualTo(Map.of(
                        "quad",
                        Map.of(
                                "s_iri", Map.of("prefix_id", 1L),
                                "p_iri", Map.of("name_id", 1L),
                                "o_literal", Map.of("lex", "ü\u001B[2J\u202E"),
                                "g_iri", Map.of("name_id", 1L))));
    }

    @Test
    void numbersAreUnsignedAndUnknownEnumsAndFieldsAreShownByNumber() {
        Bytes options =
                message().number(2, 77).number(9, 0xFFFF_FFFFL).number(99, 5).text(100, "x");
        RawRow row = read(message().row(1, options).array(), ElementKind.GRAPH).get(0);
        assertThat(row.tree())
                .isEqualTo(Map.of(
                        "options",
                        Map.of(
                                "physical_type",
                                77L,
                                "max_name_table_size",
                                0xFFFF_FFFFL,
                                "99",
                                List.of(5L),
                                "100",
                                List.of("eA=="))));
        assertThat(row.text())
                .isEqualTo("options { physical_type: 77 max_name_table_size: 4294967295 99: 5 100: \"x\" }");
    }

    @Test
    void framesOfPatchesAreReadToo() {
        byte[] frame = new JellyPatchEncoder(JellyPatchOptions.TOPIC, Limits.DEFAULT)
                .encode(RdfPatch.change(List.of(), List.of(QUAD)));
        assertThat(read(frame, ElementKind.PATCH))
                .extracting(RawRow::kind)
                .containsExactly(
                        "options", "transaction_start", "prefix", "name", "statement_add", "transaction_commit");
        assertThat(read(frame, ElementKind.PATCH).get(1).text()).isEqualTo("transaction_start { }");
    }

    @Test
    void metadataIsHandedOut() {
        byte[] frame = message()
                .message(15, message().text(1, "a").bytes(2, new byte[] {7}))
                .array();
        assertThat(RawFrames.read(frame, ElementKind.GRAPH, 0, Limits.DEFAULT, row -> {}))
                .containsOnlyKeys("a");
        assertThat(RawFrames.read(frame, ElementKind.PATCH, 0, Limits.DEFAULT, row -> {}))
                .isEmpty();
    }

    @Test
    void aRowWithNothingSetIsShownAsSuch() {
        RawRow row = read(new byte[] {0x0A, 0}, ElementKind.GRAPH).get(0);
        assertThat(row.kind()).isEmpty();
        assertThat(row.text()).isEmpty();
        assertThat(row.tree()).isEmpty();
    }

    @Test
    void bytesThatAreNoMessageAreRefusedWithTheirPlace() {
        byte[] frame = graphFrame();
        MalformedJellyException e = catchThrowableOfType(
                MalformedJellyException.class,
                () -> RawFrames.read(
                        Arrays.copyOf(frame, frame.length - 1), ElementKind.GRAPH, 7, Limits.DEFAULT, row -> {}));
        assertThat(e.frame()).isEqualTo(7);
        assertThat(e.row()).isEqualTo(3);
        assertThat(e.offset()).isBetween(20, frame.length);
        assertThatThrownBy(() -> read(
                        message().row(9, message().bytes(2, new byte[] {-1})).array(), ElementKind.GRAPH))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("UTF-8");
    }

    @Test
    void limitsHoldForBytesRowsAndNesting() {
        Limits limits = new Limits(8, 0, 0, 20, 2, 100, 100, 0, Integer.MAX_VALUE);
        List<RawRow> rows = new ArrayList<>();
        assertThatThrownBy(() ->
                        RawFrames.read(new byte[] {0x0A, 0, 0x0A, 0, 0x0A, 0}, ElementKind.GRAPH, 0, limits, rows::add))
                .hasMessageContaining("more rows than the limit of 2");
        assertThat(rows).hasSize(2);
        assertThatThrownBy(() -> RawFrames.read(new byte[21], ElementKind.GRAPH, 0, limits, rows::add))
                .hasMessageContaining("more than the limit of 20");
        Bytes deep = message();
        for (int i = 0; i < 40; i++) {
            deep = message().message(4, deep);
        }
        byte[] frame = message().row(2, deep).array();
        assertThatThrownBy(() -> read(frame, ElementKind.GRAPH))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("too many levels");
    }

    @Test
    void aThousandLevelsAreReadAndShown() {
        Limits limits = new Limits(8, 0, 0, 1 << 20, 2, 100, 100, 1000, Integer.MAX_VALUE);
        Bytes deep = message();
        for (int i = 0; i < 1000; i++) {
            deep = message().message(4, deep);
        }
        List<RawRow> rows = new ArrayList<>();
        RawFrames.read(message().row(2, deep).array(), ElementKind.GRAPH, 0, limits, rows::add);
        assertThat(rows.get(0).text()).hasSize(1000 * 18 + 10);
        assertThat(rows.get(0).tree()).containsOnlyKeys("triple");
    }

    @Test
    void changedBytesAreShownOrRefusedInOneWay() {
        byte[] seed = graphFrame();
        Random random = new Random(3);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] frame = seed.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            ElementKind kind = random.nextBoolean() ? ElementKind.GRAPH : ElementKind.PATCH;
            try {
                read(frame, kind).forEach(row -> assertThat(row.text()).isNotNull());
            } catch (MalformedJellyException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1000, 19_999);
    }
}
