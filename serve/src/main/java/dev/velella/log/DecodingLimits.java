package dev.velella.log;

import dev.velella.converter.JellyConverter;
import dev.velella.converter.JellyConverterConfig;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.record.partition.LookBackLimits;
import java.util.HashMap;
import java.util.Map;

/**
 * The limits for decoding the records of a topic.
 *
 * @param frames limits of a frame
 * @param streams limits of the state of all streams
 * @param lookBack limits of the records that are read again for one record
 */
public record DecodingLimits(Limits frames, StreamLimits streams, LookBackLimits lookBack) {
    /** The limits that readers have without options. */
    public static final DecodingLimits DEFAULT =
            new DecodingLimits(Limits.DEFAULT, StreamLimits.DEFAULT, LookBackLimits.DEFAULT);

    private static final String CONVERTER = "value.converter";

    /** The limits without a limit of look-backs in a minute, for a reader on whose result a person waits. */
    public DecodingLimits unhurried() {
        return new DecodingLimits(
                frames,
                streams,
                new LookBackLimits(lookBack.records(), lookBack.bytes(), lookBack.timeoutMs(), Integer.MAX_VALUE));
    }

    /**
     * The limits of the sink's converter, if its configuration sets them; else the defaults.
     *
     * @param sink options of the connector
     * @throws org.apache.kafka.common.config.ConfigException if an option of the converter has a wrong value
     */
    public static DecodingLimits of(Map<String, String> sink) {
        Map<String, String> converter = new HashMap<>();
        if (JellyConverter.class.getName().equals(sink.get(CONVERTER))) {
            sink.forEach((key, value) -> {
                if (key.startsWith(CONVERTER + ".")) {
                    converter.put(key.substring(CONVERTER.length() + 1), value);
                }
            });
        }
        JellyConverterConfig config = new JellyConverterConfig(converter);
        return new DecodingLimits(config.limits(), config.streamLimits(), config.lookBackLimits());
    }
}
