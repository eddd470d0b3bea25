package dev.velella.topic.show;

import dev.velella.convert.TextLines;
import dev.velella.dictionary.Dictionary;
import dev.velella.frame.FrameResult;
import dev.velella.keyframe.JellyHeader;
import dev.velella.kit.options.Spelling;
import dev.velella.log.Reading;
import dev.velella.log.Span;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.StreamElement;
import dev.velella.record.VelellaHeader;
import dev.velella.topic.Finding;
import dev.velella.topic.Shown;
import dev.velella.topic.StreamTally;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.apache.kafka.common.header.Header;

/**
 * Writes for every record a heading as a comment, its headers, and then N-Quads or RDF Patch text. A topic of graphs
 * gives a document of N-Quads, and a topic of patches gives a document of RDF Patch. All other text is in comments that
 * begin with {@code #}, also the bytes of a record that cannot be decoded.
 */
public final class TextRecordWriter implements RecordWriter {
    private final String topic;
    private final Writer out;
    private final int mostBytes;

    /**
     * @param out output; the caller closes it
     * @param mostBytes most bytes that are shown of a header, and of a value that cannot be decoded
     */
    public TextRecordWriter(String topic, Writer out, int mostBytes) {
        this.topic = topic;
        this.out = out;
        this.mostBytes = mostBytes;
    }

    @Override
    public void span(Span span) throws IOException {
        comment(topic + "-" + span.partition() + ": offsets " + span.from() + " to " + span.to()
                + (span.from() == span.logStart() ? "" : "; the log starts at " + span.logStart()));
    }

    @Override
    public boolean write(Reading reading) throws IOException {
        String problem = reading.problem();
        StreamElement element = null;
        if (reading.outcome() instanceof Reading.Data data) {
            element = data.decoded().element();
            problem = DecodedText.problem(element);
        }
        comment(heading(reading));
        if (problem != null) {
            comment("cannot be decoded: " + problem);
        }
        for (Header header : reading.otherHeaders()) {
            comment("header " + header.key() + "=" + RawBytes.value(header.value(), mostBytes));
        }
        byte[] value = reading.record().value();
        if (problem != null && value != null) {
            for (String line : RawBytes.lines(value, mostBytes)) {
                comment("value " + line);
            }
        }
        if (problem != null) {
            return false;
        }
        if (element instanceof RdfGraph graph) {
            for (Map.Entry<String, String> namespace : graph.namespaces().entrySet()) {
                comment("prefix " + namespace.getKey() + ": <" + namespace.getValue() + ">");
            }
        }
        if (element != null) {
            TextLines.of(element, this::line);
        }
        return true;
    }

    private static String heading(Reading reading) {
        StringBuilder text = new StringBuilder(reading.place());
        text.append(' ').append(Shown.time(reading.record().timestamp()));
        text.append(" key=").append(Shown.key(reading.record().key()));
        JellyHeader header = StreamTally.header(reading);
        if (header != null) {
            text.append(" stream=").append(header.streamName());
            text.append(" seq=").append(header.seq());
            text.append(" dist=").append(header.dist());
        }
        VelellaHeader second = reading.velella();
        if (second != null && second.dictionary() != null) {
            text.append(" dictionary=")
                    .append(Dictionary.text(second.dictionary().name()));
        }
        if (second != null && second.place() != null) {
            text.append(" writer=").append(second.place().name());
            text.append(" seq=").append(second.place().sequence());
        }
        if (second != null && second.eventTime() != null) {
            text.append(" event-time=").append(second.eventTime());
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
            text.append(' ').append(Spelling.of(decoded.element().kind()));
            text.append(' ').append(Spelling.of(decoded.continuity().kind()));
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
