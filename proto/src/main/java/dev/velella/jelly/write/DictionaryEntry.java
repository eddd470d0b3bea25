package dev.velella.jelly.write;

import dev.velella.jelly.format.Limits;
import dev.velella.jelly.wire.RowTags;
import dev.velella.jelly.wire.WireReader;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry row of a dictionary that was written before.
 *
 * @param table the table to which the entry belongs
 * @param text the entry itself
 */
record DictionaryEntry(Table table, String text) {
    /** The tables of a stream. */
    enum Table {
        PREFIX,
        NAME,
        DATATYPE
    }

    private static final int ROW = 0x0A;
    private static final int TEXT = 0x12;

    /**
     * The entry rows of a dictionary, in order. All else is skipped, also ids: whoever writes the entries again compares the
     * result with the bytes.
     *
     * @throws dev.velella.jelly.format.MalformedJellyException if the bytes are not rows
     */
    static List<DictionaryEntry> of(byte[] dictionary, RowTags tags, Limits limits) {
        List<DictionaryEntry> entries = new ArrayList<>();
        WireReader in = new WireReader(limits.maxStringBytes());
        in.open(dictionary, 0);
        while (in.position() < dictionary.length) {
            int tag = in.tag(dictionary.length);
            if (tag != ROW) {
                in.skip(tag, dictionary.length);
                continue;
            }
            in.nextRow();
            int end = in.bodyEnd(dictionary.length);
            while (in.position() < end) {
                readRow(in, end, tags, entries);
            }
        }
        return entries;
    }

    private static void readRow(WireReader in, int end, RowTags tags, List<DictionaryEntry> entries) {
        int tag = in.tag(end);
        Table table = tag == tags.name()
                ? Table.NAME
                : tag == tags.prefix() ? Table.PREFIX : tag == tags.datatype() ? Table.DATATYPE : null;
        if (table == null) {
            in.skip(tag, end);
            return;
        }
        String text = "";
        int entryEnd = in.bodyEnd(end);
        while (in.position() < entryEnd) {
            int field = in.tag(entryEnd);
            if (field == TEXT) {
                text = in.string(entryEnd);
            } else {
                in.skip(field, entryEnd);
            }
        }
        entries.add(new DictionaryEntry(table, text));
    }
}
