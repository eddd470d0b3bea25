package dev.velella.diff.options;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * The converter of Kafka Connect that reads the keys or the values of the input. Immutable.
 *
 * @param option that names the class
 * @param type name of the class; null if there is none, so that keys or values are their bytes
 * @param options of the converter
 * @param isKey whether it reads keys
 */
public record ConverterSettings(String option, @Nullable String type, Map<String, Object> options, boolean isKey) {
    private static final String TEXT = "org.apache.kafka.connect.storage.StringConverter";
    private static final String JSON = "org.apache.kafka.connect.json.JsonConverter";
    private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

    /** Of converters that only hand on what the bytes say by themselves there is none to be loaded. */
    public ConverterSettings {
        if (type != null && isPlain(type, options)) {
            type = null;
        }
    }

    private static boolean isPlain(String type, Map<String, Object> options) {
        return switch (type) {
            case BYTES -> true;
            case JSON ->
                "false".equals(String.valueOf(options.get("schemas.enable")).strip());
            case TEXT ->
                Set.of("null", StandardCharsets.UTF_8.name())
                        .contains(String.valueOf(options.get("converter.encoding")));
            default -> false;
        };
    }

    /**
     * Makes a converter, which its caller closes.
     *
     * @return null if there is none
     * @throws ConfigException if there is no such class, or the converter refuses its options
     */
    public @Nullable Converter make() {
        if (type == null) {
            return null;
        }
        Class<?> found;
        try {
            found = Class.forName(type, true, Utils.getContextOrKafkaClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ConfigException(
                    option,
                    type,
                    "the class is not there (" + e + "); put the jars of the converter into the folder lib of the"
                            + " distribution, or name another class");
        }
        if (!Converter.class.isAssignableFrom(found)) {
            throw new ConfigException(option, type, "the class is no Converter of Kafka Connect");
        }
        try {
            Converter converter =
                    found.asSubclass(Converter.class).getDeclaredConstructor().newInstance();
            converter.configure(options, isKey);
            return converter;
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            throw new ConfigException(option, type, "the converter cannot be used with its options: " + e);
        }
    }

    /**
     * Makes a converter and closes it.
     *
     * @throws ConfigException if it cannot be made
     */
    void tryOut() {
        Converter converter = make();
        if (converter != null) {
            Utils.closeQuietly(converter, "converter");
        }
    }
}
