package dev.velella.sink.versions.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.store.PartitionId;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.junit.jupiter.api.Test;

/** An entry has the bytes that every version of Velella has written, so that journals on disks stay readable. */
class JournalEntryTest {
    /** Number 70000, two times, one offset; five terms, one of each kind; one statement that ends and two that begin. */
    private static final String BYTES = "f0a2040000018bcfe56800ffffffffffffffff0101740380808080802005"
            + "01000575726e3a7302010162ac020202c3a927687474703a2f2f7777772e77332e6f72672f323030312f584d4c536368656d6123737472696e67"
            + "ad0203017802656eae0204000575726e3a73000575726e3a7002013524687474703a2f2f7777772e77332e6f72672f323030312f"
            + "584d4c536368656d6123696e74010102ac0200020102ad02ae020280808080200100";

    private static JournalEntry entry() {
        ValueFactory values = SimpleValueFactory.getInstance();
        Map<Long, Value> terms = new LinkedHashMap<>();
        terms.put(1L, values.createIRI("urn:s"));
        terms.put(2L, values.createBNode("b"));
        terms.put(300L, values.createLiteral("é"));
        terms.put(301L, values.createLiteral("x", "en"));
        terms.put(
                302L,
                values.createTriple(values.createIRI("urn:s"), values.createIRI("urn:p"), values.createLiteral(5)));
        return new JournalEntry(
                new CommitRecord(
                        70_000, 1_700_000_000_000L, CommitRecord.NO_TIME, Map.of(new PartitionId("t", 3), 1L << 40)),
                terms,
                List.of(new long[] {1, 2, 300, 0}),
                List.of(new long[] {1, 2, 301, 302}, new long[] {2, 1L << 33, 1, 0}));
    }

    @Test
    void theBytesAreThoseOfEarlierVersions() throws IOException {
        assertThat(HexFormat.of().formatHex(entry().encode())).isEqualTo(BYTES);
        JournalEntry read = JournalEntry.decode(HexFormat.of().parseHex(BYTES));
        assertThat(read.commit()).isEqualTo(entry().commit());
        assertThat(read.terms()).isEqualTo(entry().terms());
        assertThat(read.removes().toArray(long[][]::new))
                .isDeepEqualTo(entry().removes().toArray(long[][]::new));
        assertThat(read.adds().toArray(long[][]::new))
                .isDeepEqualTo(entry().adds().toArray(long[][]::new));
    }

    @Test
    void anEntryThatEndsTooEarlyIsNoEntry() {
        byte[] whole = entry().encode();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> JournalEntry.decode(part)).isInstanceOf(IOException.class);
        }
    }
}
