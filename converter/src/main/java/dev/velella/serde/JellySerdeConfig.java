package dev.velella.serde;

import dev.velella.frame.EncoderSettings;
import dev.velella.frame.JellyMode;
import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.record.JellyConfigs;
import dev.velella.record.dictionary.DictionaryOptions;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Options of the serializers and deserializers of this package. They have the same names as the converter's options.
 * Immutable.
 */
public final class JellySerdeConfig extends AbstractConfig {
    private final JellyMode mode;
    private final EncoderSettings encoderSettings;
    private final StreamLimits streamLimits;

    /**
     * Reads and checks the options; ignores the options of other parts of a client.
     *
     * @throws ConfigException if an option has a wrong value
     */
    public JellySerdeConfig(Map<?, ?> properties) {
        super(definition(), properties, false);
        mode = JellyConfigs.mode(this);
        encoderSettings = JellyConfigs.encoderSettings(this);
        streamLimits = JellyConfigs.streamLimits(this);
    }

    /**
     * The options of a serializer or deserializer of values.
     *
     * @throws ConfigException if an option has a wrong value, or it is configured for keys
     */
    static JellySerdeConfig ofValues(Map<String, ?> properties, boolean isKey) {
        if (isKey) {
            throw new ConfigException("graphs and patches are values, not keys: keys are text"
                    + " (org.apache.kafka.common.serialization.StringSerializer)");
        }
        return new JellySerdeConfig(properties);
    }

    /** The options with their types, defaults and documentation. */
    public static ConfigDef definition() {
        ConfigDef def = JellyConfigs.define(new ConfigDef());
        new OptionGroup(def, "Dictionaries").add(DictionaryOptions.TOPIC);
        return def;
    }

    /** Whether records get the header {@code RDF-Message-Content-Type}. */
    boolean addsMessageHeader() {
        return JellyConfigs.MESSAGE_HEADER.of(this);
    }

    /** Topic of the dictionaries. */
    String dictionariesTopic() {
        return DictionaryOptions.TOPIC.of(this);
    }

    /** Whether the options are of a client, so that they tell how to reach a cluster. */
    boolean hasCluster() {
        return originals().containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
    }

    /** Whether records continue each other. */
    public JellyMode mode() {
        return mode;
    }

    /** How the encoder writes frames: tables, order of statements, key frames, limits. */
    public EncoderSettings encoderSettings() {
        return encoderSettings;
    }

    /** Upper limits for the frames that are read and written. */
    public Limits limits() {
        return encoderSettings.limits();
    }

    /** How many streams the decoder keeps state of, and how much memory the state may take. */
    public StreamLimits streamLimits() {
        return streamLimits;
    }
}
