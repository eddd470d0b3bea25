package dev.velella.frame;

import dev.velella.rdf.StreamElement;
import java.security.SecureRandom;

/**
 * Writes the records of one sender to one partition as frames that build on dictionaries, and counts them. The count
 * proves losses to readers; no frame needs another one.
 */
final class DictionaryFrameEncoder implements FrameEncoder {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final TopicDictionaries dictionaries;
    private final String topic;
    private int writer = RANDOM.nextInt();
    private long sequence;

    DictionaryFrameEncoder(TopicDictionaries dictionaries, String topic) {
        this.dictionaries = dictionaries;
        this.topic = topic;
    }

    @Override
    public EncodedFrame encode(StreamElement element) {
        EncodedFrame frame = dictionaries.encode(topic, element, writer, sequence);
        sequence++;
        return frame;
    }

    @Override
    public void newStream() {
        writer = RANDOM.nextInt();
        sequence = 0;
    }

    @Override
    public boolean takeLosses(LossReports losses) {
        return losses.take(DictionaryPlace.lossReport(writer));
    }
}
