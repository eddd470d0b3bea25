package dev.velella.diff.options;

import dev.velella.lift.Lift;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * How records that are not Jelly become elements. Immutable.
 *
 * @param general what the records of a topic become that has no template and no key template of its own; null if each topic has
 *     its own template
 * @param own what the records of a topic become, by its name
 * @param hasTopicInKeys whether the keys of streams begin with the topic, unless a key template says what they are
 * @param key reads the keys of records
 * @param value reads the values of records
 */
public record LiftSettings(
        @Nullable Lift general,
        Map<String, Lift> own,
        boolean hasTopicInKeys,
        ConverterSettings key,
        ConverterSettings value) {
    /**
     * What makes elements of the records of a topic.
     *
     * @throws ConfigException if nothing says what they become
     */
    public Lift of(String topic) {
        Lift lift = own.getOrDefault(topic, general);
        if (lift == null) {
            throw nothingSays(topic);
        }
        return lift;
    }

    static ConfigException nothingSays(String topic) {
        return new ConfigException("nothing says what the records of the topic " + topic + " become; set "
                + InputOptions.TOPIC_TEMPLATE + topic + ", or " + InputOptions.LIFT.template()
                + " for all topics without a template of their own");
    }
}
