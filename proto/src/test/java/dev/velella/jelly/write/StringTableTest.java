package dev.velella.jelly.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table of a writer against a map that does the same. */
class StringTableTest {
    private final Map<String, Integer> expected = new HashMap<>();

    private static int find(StringTable table, String text) {
        return table.find(text, 0, text.length(), text.hashCode(), 0);
    }

    private void add(StringTable table, String text, int row) {
        if (table.find(text, 0, text.length(), text.hashCode(), row) != 0) {
            return;
        }
        int id = table.add(text, 0, text.length(), text.hashCode(), row);
        expected.values().remove(id);
        expected.put(text, id);
        table.setBytes(id, text.length());
    }

    private void assertContent(StringTable table) {
        for (int n = 0; n < 60; n++) {
            assertThat(find(table, "n" + n)).isEqualTo(expected.getOrDefault("n" + n, 0));
        }
        assertThat(table.bytes())
                .isEqualTo(expected.keySet().stream().mapToInt(String::length).sum());
    }

    @Test
    void goingBackToAMarkGivesTheContentThatWasThere() {
        for (int capacity : new int[] {1, 2, 8, 40, 400}) {
            StringTable table = new StringTable(capacity);
            expected.clear();
            Random random = new Random(capacity);
            int row = 0;
            for (int frame = 0; frame < 300; frame++) {
                table.forgetUndo();
                StringTable.Mark mark = table.mark();
                Map<String, Integer> before = Map.copyOf(expected);
                for (int n = random.nextInt(30); n > 0; n--) {
                    add(table, "n" + random.nextInt(60), ++row);
                }
                if (random.nextBoolean()) {
                    table.rollBack(mark);
                    expected.clear();
                    expected.putAll(before);
                }
                if (frame % 100 == 99) {
                    StringTable other = new StringTable(capacity);
                    other.restore(table.snapshot());
                    assertContent(other);
                }
                assertContent(table);
            }
        }
    }

    @Test
    void aSerialIsNeverGivenTwice() {
        StringTable table = new StringTable(2);
        StringTable.Mark mark = table.mark();
        int id = table.add("a", 0, 1, "a".hashCode(), 1);
        long serial = table.serial(id);
        table.rollBack(mark);
        assertThat(table.touch(id, serial, 1)).isFalse();
        assertThat(table.add("b", 0, 1, "b".hashCode(), 2)).isEqualTo(id);
        assertThat(table.touch(id, serial, 2)).isFalse();
        table.reset(false);
        table.add("c", 0, 1, "c".hashCode(), 3);
        assertThat(table.touch(id, serial, 3)).isFalse();
    }
}
