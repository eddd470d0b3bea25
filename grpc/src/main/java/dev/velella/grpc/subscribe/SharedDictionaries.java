package dev.velella.grpc.subscribe;

import dev.velella.dictionary.Dictionary;
import dev.velella.dictionary.DictionarySource;
import dev.velella.record.dictionary.TopicDictionarySource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dictionaries of a topic, for all subscriptions of a server. Thread-safe: one subscription looks at a time. */
final class SharedDictionaries implements DictionarySource, AutoCloseable {
    private final TopicDictionarySource source;

    /** @param clientProperties servers and security */
    SharedDictionaries(Map<String, ?> clientProperties, String topic) {
        source = new TopicDictionarySource(clientProperties, topic);
    }

    @Override
    public synchronized @Nullable Dictionary find(long name) {
        return source.find(name);
    }

    /** For messages. */
    @Override
    public String toString() {
        return source.toString();
    }

    @Override
    public synchronized void close() {
        source.close();
    }
}
