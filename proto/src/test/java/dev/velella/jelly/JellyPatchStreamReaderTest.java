package dev.velella.jelly;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.StreamForm;
import dev.velella.rdf.PatchHandler;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Add;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.junit.jupiter.api.Test;

class JellyPatchStreamReaderTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final int FRAME = 1;
    private static final int FLAT = 2;
    private static final int PUNCTUATED = 3;
    private static final Statement SPO =
            VALUES.createStatement(VALUES.createIRI("a:1"), VALUES.createIRI("a:2"), VALUES.createIRI("a:3"));
    private static final RdfPatch EMPTY = new RdfPatch(List.of());
    private static final RdfPatch ADD = new RdfPatch(List.of(new Add(SPO)));

    /** Options and names 1 to 3: {@code a:1} to {@code a:3}. */
    private static Bytes start(int streamType) {
        Bytes options =
                message().number(1, 2).number(2, streamType).number(9, 8).number(15, 1);
        return message()
                .row(1, options)
                .row(11, entry(0, "a:1"))
                .row(11, entry(0, "a:2"))
                .row(11, entry(0, "a:3"));
    }

    private static Bytes quad() {
        return spo().message(15, message());
    }

    private static byte[] stream(Bytes... frames) {
        Bytes all = message();
        for (Bytes frame : frames) {
            all.append(frame.delimited());
        }
        return all.array();
    }

    private static List<RdfPatch> patches(byte[] stream) throws IOException {
        return patches(stream, StreamForm.DETECT, LIMITS);
    }

    private static List<RdfPatch> patches(byte[] stream, StreamForm form, Limits limits) throws IOException {
        List<RdfPatch> patches = new ArrayList<>();
        try (JellyPatchStreamReader reader =
                new JellyPatchStreamReader(new ByteArrayInputStream(stream), form, VALUES, limits)) {
            for (RdfPatch patch = reader.next(); patch != null; patch = reader.next()) {
                patches.add(patch);
            }
        }
        return patches;
    }

    /** What a handler was told: operations, and null for the end of a patch. */
    private static final class Told implements PatchHandler {
        private final List<String> events = new ArrayList<>();

        @Override
        public void operation(PatchOperation operation) {
            events.add(operation instanceof Add ? "A" : operation.toString());
        }

        @Override
        public void endOfPatch() {
            events.add("end");
        }
    }

    @Test
    void everyFrameOfAFrameStreamIsAPatch() throws IOException {
        byte[] stream = stream(start(FRAME).row(2, quad()), message(), message().row(2, message()));
        assertThat(patches(stream)).containsExactly(ADD, EMPTY, ADD);
    }

    @Test
    void emptyFramesBeforeTheOptionsAreEmptyPatchesOfAFrameStreamOnly() throws IOException {
        assertThat(patches(stream(message(), message(), start(FRAME).row(2, quad()))))
                .containsExactly(EMPTY, EMPTY, ADD);
        assertThat(patches(stream(message(), start(FLAT).row(2, quad())))).containsExactly(ADD);
        assertThat(patches(stream(message(), start(PUNCTUATED).row(2, quad()).row(15, message()))))
                .containsExactly(ADD);
        assertThat(patches(stream(message()))).isEmpty();
    }

    @Test
    void aFlatStreamIsOnePatchOverAllItsFrames() throws IOException {
        byte[] stream = stream(
                start(FLAT).row(6, message()).row(2, quad()),
                message(),
                message().row(2, message()).row(7, message()));
        assertThat(patches(stream))
                .containsExactly(
                        new RdfPatch(List.of(Transaction.START, new Add(SPO), new Add(SPO), Transaction.COMMIT)));
        assertThat(patches(stream(start(FLAT)))).containsExactly(EMPTY);
        assertThat(patches(new byte[0])).isEmpty();
    }

    @Test
    void aFlatStreamMayNotEndWithinATransaction() {
        byte[] stream = stream(start(FLAT).row(6, message()).row(2, quad()));
        assertThatThrownBy(() -> patches(stream))
                .isInstanceOf(MalformedJellyException.class)
                .hasMessageContaining("ends within a transaction");
    }

    @Test
    void punctuationEndsAPatchWhereverItStands() throws IOException {
        byte[] stream = stream(
                start(PUNCTUATED).row(15, message()).row(2, quad()),
                message().row(2, message()).row(15, message()).row(15, message()),
                message(),
                message().row(2, message()).row(15, message()));
        assertThat(patches(stream))
                .containsExactly(EMPTY, new RdfPatch(List.of(new Add(SPO), new Add(SPO))), EMPTY, ADD);
    }

    @Test
    void whatFollowsTheLastPunctuationIsNoPatch() throws IOException {
        byte[] stream =
                stream(start(PUNCTUATED).row(2, quad()).row(15, message()).row(2, message()));
        try (JellyPatchStreamReader reader =
                new JellyPatchStreamReader(new ByteArrayInputStream(stream), StreamForm.DELIMITED, VALUES, LIMITS)) {
            assertThat(reader.next()).isEqualTo(ADD);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(MalformedJellyException.class)
                        .hasMessageContaining("ends within a patch");
            }
        }
        Told told = new Told();
        try (JellyPatchStreamReader reader =
                new JellyPatchStreamReader(new ByteArrayInputStream(stream), StreamForm.DELIMITED, VALUES, LIMITS)) {
            assertThat(reader.readFrame(told)).isTrue();
            assertThat(reader.readFrame(told)).isFalse();
        }
        assertThat(told.events).containsExactly("A", "end", "A");
    }

    @Test
    void transactionsMayCrossFramesButNotPatches() throws IOException {
        Bytes begin = start(PUNCTUATED).row(6, message());
        Bytes end = message().row(7, message()).row(15, message());
        assertThat(patches(stream(begin, end))).hasSize(1);
        Bytes punctuated = message().row(15, message());
        assertThatThrownBy(() -> patches(stream(begin, punctuated))).hasMessageContaining("before the punctuation");
        assertThatThrownBy(() -> patches(stream(start(FRAME).row(6, message()), end)))
                .hasMessageContaining("does not end in its frame");
        assertThatThrownBy(() -> patches(stream(begin, begin))).hasMessageContaining("TX within a transaction");
        assertThatThrownBy(() -> patches(stream(start(FLAT).row(8, message()))))
                .hasMessageContaining("TC or TA without TX");
    }

    @Test
    void aHandlerSeesNothingOfAFrameThatIsRefused() throws IOException {
        byte[] stream =
                stream(start(FLAT).row(2, quad()), message().row(2, message()).row(20, message()));
        Told told = new Told();
        try (JellyPatchStreamReader reader =
                new JellyPatchStreamReader(new ByteArrayInputStream(stream), StreamForm.DELIMITED, VALUES, LIMITS)) {
            assertThat(reader.options()).isEmpty();
            reader.readFrame(told);
            assertThat(reader.options().orElseThrow().streamType()).isEqualTo(StreamType.FLAT);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.readFrame(told))
                        .isInstanceOfSatisfying(MalformedJellyException.class, e -> {
                            assertThat(e.frame()).isEqualTo(1);
                            assertThat(e.row()).isEqualTo(1);
                        });
            }
        }
        assertThat(told.events).containsExactly("A");
    }

    @Test
    void theFormIsToldOrGiven() throws IOException {
        Bytes frame = start(FRAME).row(2, quad());
        assertThat(patches(frame.array(), StreamForm.BARE, LIMITS)).containsExactly(ADD);
        assertThat(patches(frame.array(), StreamForm.DETECT, LIMITS)).containsExactly(ADD);
        assertThat(patches(frame.delimited(), StreamForm.DELIMITED, LIMITS)).containsExactly(ADD);
        assertThatThrownBy(() -> patches(frame.delimited(), StreamForm.BARE, LIMITS))
                .isInstanceOf(MalformedJellyException.class);
        assertThatThrownBy(() -> patches(frame.array(), StreamForm.DELIMITED, LIMITS))
                .isInstanceOf(MalformedJellyException.class);
    }

    @Test
    void aPatchInMemoryHasNoMoreOperationsThanTheLimitOfRows() throws IOException {
        Limits limits = new Limits(8, 0, 0, 1000, 6, 100, 1000, 0, Integer.MAX_VALUE);
        Bytes more = message().row(2, message()).row(2, message());
        byte[] stream = stream(start(FLAT).row(2, quad()), more, more, more);
        assertThatThrownBy(() -> patches(stream, StreamForm.DELIMITED, limits)).hasMessageContaining("limit of 6");
        Told told = new Told();
        try (JellyPatchStreamReader reader =
                new JellyPatchStreamReader(new ByteArrayInputStream(stream), StreamForm.DELIMITED, VALUES, limits)) {
            while (reader.readFrame(told)) {
                // the next one
            }
        }
        assertThat(told.events).hasSize(8).endsWith("end");
    }

    @Test
    void aDecoderOfSingleFramesTakesOnlyWholePatches() {
        JellyPatchDecoder decoder = new JellyPatchDecoder(VALUES, LIMITS);
        byte[] flat = start(FLAT).row(2, quad()).array();
        assertThat(decoder.decode(flat)).isEqualTo(ADD);
        assertThatThrownBy(() -> decoder.decodeKeyFrame(flat)).hasMessageContaining("FLAT");
        byte[] openFlat = start(FLAT).row(6, message()).array();
        assertThatThrownBy(() -> decoder.decode(openFlat)).hasMessageContaining("does not end in its patch");

        byte[] punctuated = start(PUNCTUATED).row(2, quad()).row(15, message()).array();
        assertThat(decoder.decodeKeyFrame(punctuated)).isEqualTo(ADD);
        assertThat(decoder.decodeNext(
                        message().row(2, message()).row(15, message()).array()))
                .isEqualTo(ADD);
        for (Bytes notOne : List.of(
                message(),
                message().row(2, message()),
                message().row(15, message()).row(2, message()),
                message().row(15, message()).row(15, message()))) {
            assertThatThrownBy(() -> decoder.decodeNext(notOne.array()))
                    .isInstanceOf(MalformedJellyException.class)
                    .hasMessageContaining("exactly one whole patch");
        }
        assertThat(decoder.decodeNext(message().row(15, message()).array())).isEqualTo(EMPTY);
        assertThat(decoder.options().orElseThrow().streamType()).isEqualTo(StreamType.PUNCTUATED);
    }
}
