package dev.velella.source.wikibase;

import dev.velella.converter.struct.RdfStructs;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.StreamElement;
import dev.velella.record.ChangeVersion;
import dev.velella.record.RecordHeaderNames;
import dev.velella.source.input.SourceElement;
import dev.velella.source.options.LimitOptions;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.record.Elements;
import dev.velella.source.record.Received;
import java.util.Map;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * Adds the records of changes to a batch: the key is the IRI of the entity, the value a patch, a whole graph, or null for a
 * deleted entity, and the header {@code velella.change} the version. Not thread-safe.
 */
final class WikibaseRecords {
    private final String entityPrefix;
    private final String url;
    private final Map<String, Object> partition;
    private final ChangeContent content;
    private final Elements elements;

    WikibaseRecords(RdfSourceConfig config, Elements elements) {
        entityPrefix = WikibaseOptions.ENTITY_PREFIX.of(config);
        url = WikibaseOptions.stream(config);
        partition = WikibaseSource.partition(config);
        content = new ChangeContent(LimitOptions.limits(config).reading());
        this.elements = elements;
    }

    /**
     * Adds the record of a change.
     *
     * @throws ConnectException if the change is refused, and the task must then end
     */
    void add(Batch batch, EntityChange change) {
        PayloadException failure = change.failure();
        if (failure != null) {
            elements.refuse(batch, new Event(change), failure);
        } else {
            elements.add(batch, new Event(change), () -> read(change));
        }
    }

    private SourceElement read(EntityChange change) {
        RdfChange first = change.chunks().get(0);
        StreamElement element = content.of(change.chunks());
        String version = new ChangeVersion(first.revision(), first.time()).format();
        return new SourceElement(
                        entityPrefix + first.entity(), first.time(), element == null ? null : RdfStructs.of(element))
                .with(RecordHeaderNames.CHANGE, version);
    }

    /** An event of the stream, or the events of a change. */
    private final class Event implements Received {
        private final EntityChange change;

        Event(EntityChange change) {
            this.change = change;
        }

        @Override
        public Map<String, ?> partition() {
            return partition;
        }

        @Override
        public Map<String, ?> offset() {
            return new EventOffset(change.id()).toMap();
        }

        @Override
        public String name() {
            return url + ", event " + change.id();
        }

        @Override
        public String sender() {
            return url;
        }

        @Override
        public byte[] bytes() {
            return change.events();
        }

        @Override
        public void describe(ConnectHeaders headers) {
            headers.addString("wikibase.url", url);
            headers.addString("wikibase.event.id", change.id());
        }
    }
}
