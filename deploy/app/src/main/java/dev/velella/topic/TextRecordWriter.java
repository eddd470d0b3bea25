package dev.velella.topic;

import dev.velella.keyframe.FrameResult;
import dev.velella.keyframe.JellyHeader;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a heading for every record, which is a comment, and under it N-Quads or RDF Patch text. A topic of graphs gives
 * a document of N-Quads, a topic of patches one of RDF Patch. What is not data stands behind {@code #}, in one line.
 */
public final class TextRecordWriter implements RecordWriter {
    private final String topic;
    private final Writer out;

    /** @param out stays the caller's to close */
    public TextRecordWriter(String topic, Writer out) {
        this.topic = topic;
        this.out = out;
    }

    @Override
    public void span(Span span) throws IOException {
        comment(topic + "-" + span.partition() + ": offsets " + span.from() + " to " + span.to()
                + (span.from() == span.logStart() ? "" : "; the log starts at " + span.logStart()));
    }

    @Override
    public boolean write(Reading reading) throws IOException {
        String problem = reading.problem();
        FrameResult.@Nullable Decoded decoded = null;
        if (reading.outcome() instanceof Reading.Data data) {
            decoded = data.decoded();
            problem = DecodedText.problem(decoded);
        }
        comment(heading(reading));
        if (problem != null) {
            comment("cannot be decoded: " + problem);
            return false;
        }
        if (decoded instanceof FrameResult.Graph graph) {
            for (Map.Entry<String, String> namespace :
                    graph.graph().namespaces().entrySet()) {
                comment("prefix " + namespace.getKey() + ": <" + namespace.getValue() + ">");
            }
        }
        if (decoded != null) {
            DecodedText.write(decoded, this::line);
        }
        return true;
    }

    private static String heading(Reading reading) {
        StringBuilder text = new StringBuilder(reading.place());
        text.append(' ').append(Shown.time(reading.record().timestamp()));
        text.append(" key=").append(Shown.key(reading.record().key()));
        JellyHeader header = reading.header();
        if (header != null) {
            text.append(" stream=").append(header.streamName());
            text.append(" seq=").append(header.seq());
            text.append(" dist=").append(header.dist());
        }
        String patch = reading.patchHeader();
        if (patch != null) {
            text.append(" patch=").append(patch);
        }
        text.append(" value=").append(reading.valueBytes());
        text.append(" headers=").append(reading.headerBytes());
        if (reading.outcome() instanceof Reading.Tombstone) {
            text.append(" tombstone");
        } else if (reading.outcome() instanceof Reading.Data data) {
            FrameResult.Decoded decoded = data.decoded();
            text.append(decoded instanceof FrameResult.Graph ? " graph " : " patch ");
            text.append(
                    decoded.continuity().kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return text.toString();
    }

    @Override
    public void note(Finding finding) throws IOException {
        comment(topic + "-" + finding.partition() + "@" + finding.offset() + ": " + finding.message());
    }

    private void comment(String text) throws IOException {
        line("# " + Shown.line(text));
    }

    private void line(CharSequence text) throws IOException {
        out.append(text).append('\n');
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
