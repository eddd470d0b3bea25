package dev.velella.jelly;

import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.wire.PatchRowTags;
import dev.velella.jelly.wire.RowTags;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

/** Patches as byte streams: how frames are cut, and what is refused. */
class JellyPatchStreamWriterTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final int OPTIONS = 0x0A;
    private static final Statement BAD = VALUES.createStatement(
            VALUES.createIRI("http://b/s"), VALUES.createIRI("http://b/p"), VALUES.createLiteral("\uDC00"));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private static Statement statement(int n) {
        return VALUES.createStatement(
                VALUES.createIRI("http://a/s"), VALUES.createIRI("http://a/p"), VALUES.createLiteral("" + n));
    }

    private static RdfPatch patch(int adds) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < adds; i++) {
            statements.add(statement(i));
        }
        return RdfPatch.change(List.of(), statements);
    }

    private JellyPatchStreamWriter writer(StreamType type, StreamForm form, int rowsPerFrame) {
        JellyPatchOptions options = new JellyPatchOptions(StatementType.QUADS, type, TableSizes.SMALL, false, false);
        return new JellyPatchStreamWriter(bytes, options, form, rowsPerFrame, LIMITS);
    }

    /** The rows of each frame that was written, entry rows left out. */
    private List<List<Integer>> frames() {
        List<List<Integer>> frames = new ArrayList<>();
        byte[] stream = bytes.toByteArray();
        int at = 0;
        while (at < stream.length) {
            int end = stream[at] >= 0 ? at + 1 + stream[at] : at + 2 + (stream[at] & 0x7F) + (stream[at + 1] << 7);
            at += stream[at] >= 0 ? 1 : 2;
            frames.add(rows(stream, at, end));
            at = end;
        }
        return frames;
    }

    private static List<Integer> rows(byte[] frame, int from, int to) {
        List<Integer> rows = new ArrayList<>();
        for (int at = from; at < to; at += 2 + frame[at + 1]) {
            int tag = frame[at + 2];
            if (tag != RowTags.of(ElementKind.PATCH).name()
                    && tag != RowTags.of(ElementKind.PATCH).prefix()) {
                rows.add(tag);
            }
        }
        return rows;
    }

    @Test
    void aPatchOfAFrameStreamIsOneFrameHoweverManyRowsItHas() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FRAME, StreamForm.DELIMITED, 2)) {
            writer.write(patch(20));
            writer.write(new RdfPatch(List.of()));
            writer.write(patch(1));
        }
        assertThat(frames()).hasSize(3);
        assertThat(frames().get(0)).hasSize(23);
        assertThat(frames().get(1)).isEmpty();
        assertThat(frames().get(2))
                .containsExactly(PatchRowTags.TRANSACTION_START, PatchRowTags.ADD, PatchRowTags.TRANSACTION_COMMIT);
    }

    @Test
    void framesOfAPunctuatedStreamAreCutAtTheRowsAskedForAndAtTheEndOfAPatch() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.PUNCTUATED, StreamForm.DELIMITED, 2)) {
            writer.write(patch(1));
            writer.write(new RdfPatch(List.of()));
        }
        assertThat(frames())
                .containsExactly(
                        List.of(OPTIONS, PatchRowTags.TRANSACTION_START, PatchRowTags.ADD),
                        List.of(PatchRowTags.TRANSACTION_COMMIT, PatchRowTags.PUNCTUATION),
                        List.of(PatchRowTags.PUNCTUATION));
    }

    @Test
    void aFlatStreamIsOnePatchWithoutAMark() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FLAT, StreamForm.DELIMITED, 3)) {
            writer.write(patch(1));
            assertThatThrownBy(() -> writer.write(patch(1))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(writer::endPatch).isInstanceOf(IllegalStateException.class);
        }
        assertThat(frames())
                .containsExactly(List.of(
                        OPTIONS, PatchRowTags.TRANSACTION_START, PatchRowTags.ADD, PatchRowTags.TRANSACTION_COMMIT));
    }

    @Test
    void anEmptyPatchOfAFlatStreamHasOptions() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FLAT, StreamForm.DELIMITED, 3)) {
            writer.endPatch();
        }
        assertThat(frames()).containsExactly(List.of(OPTIONS));
    }

    @Test
    void aBareStreamIsOneFrame() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.PUNCTUATED, StreamForm.BARE, 1)) {
            writer.write(patch(3));
            writer.write(patch(0));
        }
        byte[] frame = bytes.toByteArray();
        assertThat(rows(frame, 0, frame.length)).hasSize(10).endsWith(PatchRowTags.PUNCTUATION);
    }

    @Test
    void aBareStreamOfFramesHasOnePatch() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FRAME, StreamForm.BARE, 1)) {
            writer.write(patch(3));
            assertThatThrownBy(() -> writer.write(patch(3))).isInstanceOf(IllegalStateException.class);
        }
        byte[] frame = bytes.toByteArray();
        assertThat(rows(frame, 0, frame.length)).hasSize(6);
    }

    @Test
    void aPatchThatIsRefusedIsNotWrittenAndTheNextOneIs() throws IOException {
        for (StreamType type : List.of(StreamType.FRAME, StreamType.PUNCTUATED)) {
            bytes.reset();
            JellyPatchStreamWriter clean = writer(type, StreamForm.DELIMITED, 100);
            clean.write(patch(3));
            byte[] expected = bytes.toByteArray();
            bytes.reset();
            JellyPatchStreamWriter writer = writer(type, StreamForm.DELIMITED, 100);
            RdfPatch bad = RdfPatch.change(List.of(statement(7)), List.of(BAD));
            assertThatThrownBy(() -> writer.write(bad)).isInstanceOf(MalformedJellyException.class);
            writer.write(patch(3));
            assertThat(bytes.toByteArray()).isEqualTo(expected);
        }
    }

    @Test
    void aRowThatIsRefusedIsLeftOutAndTheOthersStay() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FLAT, StreamForm.DELIMITED, 100)) {
            writer.write(new PatchOperation.Add(statement(1)));
            assertThatThrownBy(() -> writer.write(new PatchOperation.Add(BAD)))
                    .isInstanceOf(MalformedJellyException.class);
            writer.write(new PatchOperation.Delete(statement(1)));
        }
        assertThat(frames()).containsExactly(List.of(OPTIONS, PatchRowTags.ADD, PatchRowTags.DELETE));
    }

    @Test
    void aPatchThatIsRefusedBehindItsFirstFrameEndsTheStream() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.PUNCTUATED, StreamForm.DELIMITED, 1)) {
            RdfPatch bad = RdfPatch.change(List.of(statement(7)), List.of(BAD));
            assertThatThrownBy(() -> writer.write(bad)).isInstanceOf(MalformedJellyException.class);
            assertThatThrownBy(() -> writer.write(patch(3))).isInstanceOf(IllegalStateException.class);
        }
        assertThat(frames()).doesNotContain(List.of(PatchRowTags.PUNCTUATION));
    }

    @Test
    void transactionsDoNotNestAndEndInTheirPatch() throws IOException {
        for (StreamType type : StreamType.values()) {
            JellyPatchStreamWriter writer = writer(type, StreamForm.DELIMITED, 100);
            assertThatThrownBy(() -> writer.write(Transaction.COMMIT)).hasMessageContaining("without TX");
            assertThatThrownBy(() -> writer.write(Transaction.ABORT)).hasMessageContaining("without TX");
            writer.write(Transaction.START);
            assertThatThrownBy(() -> writer.write(Transaction.START)).hasMessageContaining("TX within");
            assertThatThrownBy(writer::endPatch).hasMessageContaining("TC or TA is missing");
            writer.write(Transaction.ABORT);
            writer.endPatch();
        }
    }

    @Test
    void rowsBehindTheLastPatchOfAFrameStreamAreDropped() throws IOException {
        try (JellyPatchStreamWriter writer = writer(StreamType.FRAME, StreamForm.DELIMITED, 100)) {
            writer.write(patch(1));
            writer.write(new PatchOperation.Add(statement(1)));
        }
        assertThat(frames()).hasSize(1);
    }

    @Test
    void aRowThatHasNoRoomInItsFrameBeginsTheNextOne() throws IOException {
        Limits limits = new Limits(128, 16, 16, 200, 100, 1000, 1000, 1, Integer.MAX_VALUE);
        JellyPatchOptions options =
                new JellyPatchOptions(StatementType.QUADS, StreamType.FLAT, TableSizes.SMALL, false, false);
        try (JellyPatchStreamWriter writer =
                new JellyPatchStreamWriter(bytes, options, StreamForm.DELIMITED, 100, limits)) {
            for (int i = 0; i < 5; i++) {
                writer.write(new PatchOperation.Add(VALUES.createStatement(
                        VALUES.createIRI("http://a/s"),
                        VALUES.createIRI("http://a/p"),
                        VALUES.createLiteral(i + "x".repeat(80)))));
            }
        }
        assertThat(frames()).hasSize(3).allSatisfy(frame -> assertThat(frame).hasSizeLessThanOrEqualTo(2));
    }

    @Test
    void triplesHaveNoGraph() throws IOException {
        JellyPatchOptions options =
                new JellyPatchOptions(StatementType.TRIPLES, StreamType.FRAME, TableSizes.SMALL, false, false);
        Statement quad = VALUES.createStatement(
                BAD.getSubject(), BAD.getPredicate(), BAD.getSubject(), VALUES.createIRI("http://g/"));
        try (JellyPatchStreamWriter writer =
                new JellyPatchStreamWriter(bytes, options, StreamForm.DELIMITED, 9, LIMITS)) {
            assertThatThrownBy(() -> writer.write(new PatchOperation.Add(quad)))
                    .hasMessageContaining("statement type TRIPLES");
            assertThatThrownBy(() ->
                            writer.write(new PatchOperation.DeleteNamespace("ex", null, VALUES.createIRI("http://g/"))))
                    .hasMessageContaining("statement type TRIPLES");
            writer.write(patch(1));
        }
        assertThat(frames()).hasSize(1);
    }
}
