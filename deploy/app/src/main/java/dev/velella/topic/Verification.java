package dev.velella.topic;

import dev.velella.log.Reading;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicReader;
import java.io.IOException;
import java.io.Writer;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a topic: every record decodes, no record is lost, and patches follow each other. Writes each problem as a
 * line when it shows, up to a limit, and a line for every partition. Not thread-safe.
 *
 * <p>Deletions by retention are reported. They are damage only if the user asks for that. Repeats, which copies with
 * at-least-once delivery contain, are counted and are no damage. The last line gives the result for the whole topic.
 */
public final class Verification {
    private final TopicAccess access;
    private final RecordInterpreter interpreter;
    private final Settings settings;
    private final Writer out;
    private final Counts total = new Counts();
    private long problems;
    private long tolerated;
    private long brokenChains;
    private long keys;
    private long unchecked;
    private long repeats;
    private boolean interrupted;
    private boolean partial;
    private boolean trimmed;

    /** The result in the last line. */
    private enum Verdict {
        /** Every record that the topic ever had was read; no problem. */
        WHOLE("whole"),
        /** Every record of the log was read; others were deleted before. No other problem. */
        TRIMMED("trimmed: no problem in the records that are there; older records were deleted"),
        /** The user asked for a part, and it has no problem. */
        PARTIAL("partial: no problem in the records that were read; the options left out the others"),
        INTERRUPTED("interrupted: no problem in the records that were read so far"),
        DAMAGED("damaged");

        private final String line;

        Verdict(String line) {
            this.line = line;
        }
    }

    /**
     * The settings of a verification.
     *
     * @param lookBackRecords most records that look-back reads before a record
     * @param strict whether a record is damage if retention has deleted its key frame
     * @param maxProblems most problems that are written
     * @param partitionsChosen whether partitions were left out
     */
    public record Settings(long lookBackRecords, boolean strict, long maxProblems, boolean partitionsChosen) {}

    /** @param out output of the report; the caller closes it */
    public Verification(TopicAccess access, RecordInterpreter interpreter, Settings settings, Writer out) {
        this.access = access;
        this.interpreter = interpreter;
        this.settings = settings;
        this.out = out;
    }

    /** Reads a part of a partition and writes its problems. */
    public void read(TopicReader reader, Span span) throws IOException {
        Findings findings = new Findings();
        PartitionTally tally = new PartitionTally(span, settings.lookBackRecords(), findings);
        PatchChains chains = new PatchChains(findings);
        if (span.from() > span.logStart()) {
            partial = true;
        } else if (span.logStart() > 0) {
            findings.accept(new Finding.Trimmed(span.partition(), span.logStart()));
        }
        findings.rethrow();
        reader.read(span, new TopicReader.Records() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) throws IOException {
                Reading reading = interpreter.read(record);
                tally.add(reading);
                chains.add(reading, tally.isWholeLog());
                findings.rethrow();
            }

            @Override
            public void deleted(int partition, long from, long to) throws IOException {
                tally.deleted(from, to);
                chains.skipped();
                findings.rethrow();
            }

            @Override
            public void waiting() throws IOException {
                out.flush();
            }
        });
        interrupted |= reader.isStopped();
        partial |= reader.isExhausted();
        total.add(tally.counts());
        keys += chains.keys();
        unchecked += chains.unchecked();
        repeats += chains.repeats();
        Counts counts = tally.counts();
        out.append(access.topic() + "-" + span.partition() + ": offsets " + span.from() + " to " + span.to() + ", ");
        out.append(records(counts) + "\n");
    }

    /** Writes the last lines: the results of all partitions together. */
    public void end() throws IOException {
        long hidden = problems + tolerated - Math.min(problems + tolerated, settings.maxProblems());
        if (hidden > 0) {
            out.append("... and " + hidden + " more problems (--max-problems)\n");
        }
        out.append("all: " + records(total) + "\n");
        if (keys > 0) {
            out.append("patch chains: " + keys + " keys, " + brokenChains + " breaks"
                    + (repeats == 0 ? "" : ", " + repeats + " patches repeated")
                    + (unchecked == 0 ? "" : ", " + unchecked + " records of further keys not checked") + "\n");
        }
        out.append(verdict().line + "\n");
        out.flush();
    }

    private Verdict verdict() {
        if (problems > 0) {
            return Verdict.DAMAGED;
        }
        if (interrupted) {
            return Verdict.INTERRUPTED;
        }
        if (partial || settings.partitionsChosen()) {
            return Verdict.PARTIAL;
        }
        return trimmed ? Verdict.TRIMMED : Verdict.WHOLE;
    }

    private String records(Counts counts) {
        long decoded = counts.graphs() + counts.patches();
        return counts.records() + " records: " + decoded + " decoded, " + counts.tombstones() + " tombstones, "
                + counts.undecoded() + " not decoded, " + counts.lost() + " lost, " + counts.duplicates()
                + " duplicates, " + counts.replayed() + " replayed";
    }

    /** Number of findings that are damage. */
    public long problems() {
        return problems;
    }

    /** Counts and writes findings; a failure to write is kept until it can be thrown. */
    private final class Findings implements Consumer<Finding> {
        private @Nullable IOException failure;

        @Override
        public void accept(Finding finding) {
            boolean retention = finding instanceof Finding.Truncated
                    || finding instanceof Finding.Deleted
                    || finding instanceof Finding.Trimmed;
            trimmed |= retention;
            if (retention && !settings.strict()) {
                tolerated++;
            } else {
                problems++;
            }
            if (finding instanceof Finding.BrokenChain) {
                brokenChains++;
            }
            if (problems + tolerated <= settings.maxProblems()) {
                write(finding);
            }
        }

        private void write(Finding finding) {
            String place = access.topic() + "-" + finding.partition() + "@" + finding.offset();
            try {
                out.append(Shown.line(place + ": " + finding.message()) + "\n");
            } catch (IOException e) {
                failure = e;
            }
        }

        void rethrow() throws IOException {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
