package dev.velella.source.http;

import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.kit.secret.ShownUrl;
import dev.velella.letter.LetterForm;
import dev.velella.lift.Payload;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.PayloadElements;
import dev.velella.source.record.Received;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/** Adds the records of the elements of a URL to a batch. Not thread-safe. */
final class HttpRecords {
    private static final String JELLY = "application/x-jelly-rdf";
    private static final byte[] NOTHING = {};

    /** The URL without its secrets, because others read dead letters. */
    private final String url;

    private final String path;
    private final Map<String, ?> partition;
    private final Elements elements;
    private final PayloadElements payloads;
    private final Clock clock;

    HttpRecords(RdfSourceConfig config, Elements elements, PayloadElements payloads, Clock clock) {
        url = ShownUrl.of(HttpOptions.URL.of(config));
        path = HttpInputs.path(config);
        partition = HttpSource.partition(config);
        this.elements = elements;
        this.payloads = payloads;
        this.clock = clock;
    }

    /**
     * Adds the record of an element.
     *
     * @throws ConnectException if the element is refused, and the task must then end
     */
    void add(Batch batch, HttpElement element) {
        elements.add(batch, new Found(element), () -> read(element));
    }

    private SourceElement read(HttpElement element) {
        if (element.failure() != null) {
            throw element.failure();
        }
        RdfGraph graph = element.graph();
        byte[] document = element.document();
        Payload payload = new Payload(
                path, document == null ? NOTHING : document, element.contentType(), clock.instant(), element.base());
        return graph == null
                ? payloads.read(payload, new ConnectHeaders())
                : payloads.of(payload, graph, new ConnectHeaders());
    }

    /** An element of the URL. */
    private final class Found implements Received {
        private final HttpElement element;

        Found(HttpElement element) {
            this.element = element;
        }

        @Override
        public Map<String, ?> partition() {
            return partition;
        }

        @Override
        public Map<String, ?> offset() {
            return element.offset();
        }

        @Override
        public String name() {
            return url;
        }

        @Override
        public String sender() {
            return url;
        }

        /** A graph as a frame that can be decoded alone: a frame of the stream needs the frames before it. */
        @Override
        public byte[] bytes() {
            RdfGraph graph = element.graph();
            byte[] document = element.document();
            return graph != null
                    ? new JellyGraphEncoder(
                                    new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), Limits.DEFAULT)
                            .encode(graph)
                    : document == null ? NOTHING : document;
        }

        @Override
        public LetterForm form() {
            return element.graph() == null ? LetterForm.RAW : LetterForm.SELF_CONTAINED;
        }

        @Override
        public void describe(ConnectHeaders headers) {
            @Nullable String type = element.graph() == null ? element.contentType() : JELLY;
            headers.addString("http.url", url);
            if (type != null) {
                headers.addString("http.content.type", type);
            }
        }
    }
}
