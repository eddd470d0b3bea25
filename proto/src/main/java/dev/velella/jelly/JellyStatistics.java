package dev.velella.jelly;

import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.StreamOptions;
import dev.velella.rdf.ElementKind;
import java.util.List;
import java.util.Map;

/**
 * Statistics of a byte stream of Jelly-RDF or Jelly-Patch, made by {@link JellyInspector}.
 *
 * @param options of the stream
 * @param form delimited or bare
 * @param frames sizes of the frames
 * @param rows number of rows of every kind, by the name of the kind's field in the protocol buffer definition, in the
 *     order of the fields; kinds that do not occur have 0
 * @param statements number of statements; in Jelly-Patch, of statements added and deleted
 * @param patches number of patches that are complete; 0 for Jelly-RDF
 * @param terms places of terms in statement rows: three for a triple, four for a quad; terms in quoted triples do not
 *     count
 * @param repeatedTerms number of these places that repeat the term of the row before, so that they take no bytes
 * @param tables use of the lookup tables: names, prefixes, datatypes
 * @param namespaces namespaces by prefix, in order of first use; if a prefix has several, the last one. No more than
 *     {@value JellyInspector#MOST_LISTED}
 * @param metadata number of frames with every key of metadata, in order of first use; no more than
 *     {@value JellyInspector#MOST_LISTED} keys
 */
public record JellyStatistics(
        StreamOptions options,
        StreamForm form,
        Frames frames,
        Map<String, Long> rows,
        long statements,
        long patches,
        long terms,
        long repeatedTerms,
        List<Table> tables,
        Map<String, String> namespaces,
        Map<String, Long> metadata) {

    /**
     * Sizes of frames, without the lengths in front of them; all 0 if there is no frame.
     *
     * @param count number of frames
     * @param empty number of frames without rows
     * @param bytes bytes of all frames together
     * @param least bytes of the smallest one
     * @param median bytes of the frame in the middle; if there are two, of the smaller one
     * @param most bytes of the largest one
     */
    public record Frames(long count, long empty, long bytes, int least, int median, int most) {

        /** Bytes of a frame on average; 0 without frames. */
        public double mean() {
            return count == 0 ? 0 : (double) bytes / count;
        }
    }

    /**
     * Use of a lookup table.
     *
     * @param name names, prefixes or datatypes
     * @param size most entries, as the options say
     * @param set number of entry rows
     * @param overwritten number of entry rows for an entry that had been set before
     * @param highestId the largest id that was set, 0 if none was
     * @param bytes UTF-8 bytes of the values it holds at the end
     * @param mostBytes most such bytes that it held at a time
     */
    public record Table(String name, int size, long set, long overwritten, int highestId, long bytes, long mostBytes) {}

    /** The kind of elements in the stream. */
    public ElementKind kind() {
        return options.kind();
    }

    /** Bytes of frames for each statement; 0 without statements. */
    public double bytesPerStatement() {
        return statements == 0 ? 0 : (double) frames.bytes / statements;
    }

    /** Share of the places of terms that repeat a term, from 0 to 1; 0 without statements. */
    public double repeatedShare() {
        return terms == 0 ? 0 : (double) repeatedTerms / terms;
    }
}
