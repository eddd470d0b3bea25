package dev.velella.tests.chaos.plugin;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.connect.errors.RetriableException;

/**
 * Hands bytes on, but fails for every so many records the first time in a way that makes Connect convert the record again,
 * after the converter has counted it.
 */
public final class StubbornSerializer implements Serializer<byte[]> {
    /** How many records go well before one fails. */
    public static final String EVERY = "chaos.retry.every";

    /** Directory for the event log. */
    public static final String LOG = "chaos.log";

    private int every;
    private int count;
    private EventLog log;

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        every = Integer.parseInt(configs.get(EVERY).toString());
        log = new EventLog(Path.of(configs.get(LOG).toString()));
    }

    @Override
    public byte[] serialize(String topic, byte[] data) {
        if (log != null && ++count % every == 0) {
            log.add("convert again");
            log.flush();
            throw new RetriableException("not this time");
        }
        return data;
    }

    @Override
    public void close() {
        if (log != null) {
            log.close();
        }
    }
}
