package dev.velella.source.options;

import dev.velella.converter.JellyConverterConfig;
import dev.velella.kit.options.ConnectOptions;
import dev.velella.kit.options.OptionNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds misspelt options of the connector, of its converter and of Connect itself. Kafka ignores unknown options without a message, so
 * they would have no effect, and nobody would notice. Stateless.
 */
public final class MisspeltOptions {
    private static final String VALUE_CONVERTER = "value.converter.";

    private MisspeltOptions() {}

    /**
     * The misspelt options. The map's keys are options, its values messages.
     *
     * @param properties all options of the connector, unparsed
     * @param ours names of the options that connectors of any type of source have
     */
    public static Map<String, String> problems(Map<String, String> properties, Set<String> ours) {
        Map<String, String> problems = new LinkedHashMap<>();
        properties.keySet().stream()
                .filter(option -> !ours.contains(option) && !ConnectOptions.SOURCE.has(option))
                .forEach(option -> ConnectOptions.SOURCE
                        .meant(option)
                        .or(() -> OptionNames.meant(option, ours))
                        .ifPresent(meant -> problems.put(option, unknown(option, meant))));
        if (StampOptions.isJelly(properties)) {
            Set<String> known = JellyConverterConfig.definition().names();
            properties.keySet().stream()
                    .filter(option -> option.startsWith(VALUE_CONVERTER))
                    .forEach(option -> OptionNames.meant(option.substring(VALUE_CONVERTER.length()), known)
                            .ifPresent(meant -> problems.put(option, unknown(option, VALUE_CONVERTER + meant))));
        }
        return problems;
    }

    private static String unknown(String option, String meant) {
        return option + " is not an option, and has no effect. Did you mean " + meant + "?";
    }
}
