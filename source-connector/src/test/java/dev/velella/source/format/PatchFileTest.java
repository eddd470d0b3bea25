package dev.velella.source.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.JellyPatchStreamWriter;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchFileTest {
    private static final String TEXT =
            """
            H id <urn:uuid:1> .
            TX .
            A <urn:s> <urn:p> "1" <urn:g> .
            TC .
            Z .
            TX .
            D <urn:s> <urn:p> "1" <urn:g> .
            A <urn:s> <urn:p> "2" <urn:g> .
            TC .
            """;

    @TempDir
    Path folder;

    @Test
    void textHoldsPatchesThatEndWithZ() {
        List<RdfPatch> patches = readAll(write("a.rdfp", TestFiles.utf8(TEXT)));
        assertThat(patches).hasSize(2);
        assertThat(patches.get(0).operations()).hasSize(4);
        assertThat(patches.get(1)).isEqualTo(RdfPatch.change(List.of(statement("1")), List.of(statement("2"))));
    }

    @Test
    void jellyHoldsAPatchAFrameOrAPunctuationOrAsAWhole() {
        List<RdfPatch> patches = List.of(
                RdfPatch.change(List.of(), List.of(statement("1"))),
                RdfPatch.change(List.of(statement("1")), List.of(statement("2"))),
                RdfPatch.change(List.of(statement("2")), List.of()));
        assertThat(readAll(write("a.jellyp", jelly(StreamType.FRAME, patches)))).isEqualTo(patches);
        assertThat(readAll(write("b.jellyp", jelly(StreamType.PUNCTUATED, patches))))
                .isEqualTo(patches);
        assertThat(readAll(write("c.jellyp", jelly(StreamType.FLAT, patches.subList(0, 1)))))
                .isEqualTo(patches.subList(0, 1));
    }

    /** Rows of Thrift's compact protocol, as Jena writes them. */
    @Test
    void thriftHoldsPatchesThatEndWithASegment() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String code : List.of("D", "A")) {
            out.write(new byte[] {0x65, 0, 0}); // field 6, TX
            out.write(new byte[] {(byte) (code.equals("A") ? 0x2c : 0x3c)}); // field 2 or 3, a struct
            for (String iri : List.of("urn:s", "urn:p", "urn:" + code)) {
                out.write(new byte[] {0x1c, 0x1c, 0x18, (byte) iri.length()});
                out.write(TestFiles.utf8(iri));
                out.write(new byte[] {0, 0});
            }
            out.write(new byte[] {0, 0, 0x65, 2, 0, 0x65, 6, 0}); // TC and a segment
        }
        List<RdfPatch> patches = readAll(write("a.trp.gz", TestFiles.gzip(out.toByteArray())));
        assertThat(patches).hasSize(2);
        assertThat(patches.get(0).deleteCount()).isEqualTo(1);
        assertThat(patches.get(1).addCount()).isEqualTo(1);
        refused("cut.trp", Arrays.copyOf(out.toByteArray(), 20), "row 2: the input ends within a row");
    }

    @Test
    void aFieldOfThriftThatIsNotKnownIsNotPassedOver() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[] {0x65, 0, 0, 0x2c, 0x1c, 0x1c, 0x18, 5}); // TX; an add, of which the subject begins
        out.write(TestFiles.utf8("urn:s"));
        out.write(new byte[] {0x18, 1, 'x', 0, 0}); // field 2 of an IRI
        refused("new.trp", out.toByteArray(), "row 2: field 2 of a term is not known");
        refused(
                "direction.trp",
                new byte[] {0x2c, 0x1c, 0x3c, 0x18, 1, 'x', 0x18, 2, 'a', 'r', 0x38, 3, 'r', 't', 'l', 0, 0, 0, 0},
                "row 1: a literal with a base direction is not supported");
    }

    @Test
    void whateverTheGrammarTakesAsAnIriIsOne() {
        String text = "A <urn:s> <urn:p> <http://e/?q=[1]> .\nA <e:80a/> <urn:p> <http://e/100%> <http://e/a#b#c> .\n";
        List<RdfPatch> patches = readAll(write("a.rdfp", TestFiles.utf8(text)));
        assertThat(patches.get(0).operations()).hasSize(2);
        assertThat(readAll(write("a.jellyp", jelly(StreamType.FRAME, patches)))).isEqualTo(patches);
    }

    @Test
    void bothMayBeCompressed() {
        assertThat(readAll(write("a.rdfp.gz", TestFiles.gzip(TestFiles.utf8(TEXT)))))
                .hasSize(2);
        List<RdfPatch> patches = List.of(RdfPatch.change(List.of(), List.of(statement("1"))));
        assertThat(readAll(write("a.jellyp.gz", TestFiles.gzip(jelly(StreamType.FRAME, patches)))))
                .isEqualTo(patches);
        assertThat(ElementFile.baseName(folder.resolve("a.jellyp.gz"))).isEqualTo("a");
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() {
        refused("a.rdfp", TestFiles.utf8("TX .\nA <urn:s> <urn:p> .\nTC .\n"), "line 2");
        refused("b.rdfp", TestFiles.utf8("TX .\nA <s> <urn:p> <urn:o> .\nTC .\n"), "line 2: a relative IRI");
        refused("c.rdfp", TestFiles.utf8("TX .\nA <urn:s> <urn:p> <urn:o> .\n"), "c.rdfp");
        refused("d.rdfp", new byte[0], "the file holds no element");
        byte[] frames = jelly(StreamType.FRAME, List.of(RdfPatch.change(List.of(), List.of(statement("1")))));
        refused("a.jellyp", Arrays.copyOf(frames, frames.length - 3), "patch 1");
    }

    @Test
    void aPatchAboveTheLimitsIsRefused() {
        Path file = write("a.rdfp", TestFiles.utf8(TEXT));
        assertThatThrownBy(() -> readAll(file, new ElementLimits(3, 1 << 20)))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("more than 3");
        assertThatThrownBy(() -> readAll(file, new ElementLimits(1000, 30))).isInstanceOf(InputFormatException.class);
    }

    @Test
    void patchesAreNotReadAsGraphs() {
        Path file = write("a.rdfp", TestFiles.utf8(TEXT));
        assertThatThrownBy(() -> ElementFile.open(file, ElementLimits.DEFAULT))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining("holds patches");
    }

    private void refused(String name, byte[] content, String reason) {
        Path file = write(name, content);
        assertThatThrownBy(() -> readAll(file))
                .isInstanceOf(InputFormatException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(reason);
    }

    private Path write(String name, byte[] content) {
        return TestFiles.write(folder.resolve(name), content);
    }

    private static Statement statement(String value) {
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        return values.createStatement(
                values.createIRI("urn:s"),
                values.createIRI("urn:p"),
                values.createLiteral(value),
                values.createIRI("urn:g"));
    }

    private static byte[] jelly(StreamType type, List<RdfPatch> patches) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JellyPatchStreamWriter writer = new JellyPatchStreamWriter(
                bytes,
                new JellyPatchOptions(StatementType.QUADS, type, TableSizes.SMALL, false, false),
                StreamForm.DELIMITED,
                100,
                Limits.DEFAULT)) {
            for (RdfPatch patch : patches) {
                writer.write(patch);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<RdfPatch> readAll(Path file) {
        return readAll(file, ElementLimits.DEFAULT);
    }

    private static List<RdfPatch> readAll(Path file, ElementLimits limits) {
        List<RdfPatch> patches = new ArrayList<>();
        try (ElementReader<RdfPatch> reader = ElementFile.openPatches(file, limits)) {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                patches.add(patch);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return patches;
    }
}
