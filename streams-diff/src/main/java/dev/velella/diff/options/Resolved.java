package dev.velella.diff.options;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Properties with the values that config providers have in place of variables such as {@code ${directory:/etc/app:file}}. The
 * providers are those of the property {@value AbstractConfig#CONFIG_PROVIDERS_CONFIG}, as Kafka has them.
 *
 * @param all the properties, resolved
 */
record Resolved(Map<String, Object> all) {
    /**
     * Resolves properties.
     *
     * @throws ConfigException if a provider cannot be used, or has no value for a variable
     */
    static Resolved of(Map<String, ?> properties) {
        Map<String, Object> all = new AbstractConfig(new ConfigDef(), properties, false).originals();
        Object names = properties.get(AbstractConfig.CONFIG_PROVIDERS_CONFIG);
        if (names != null) {
            String any = names.toString().strip().replaceAll("\\s*,\\s*", "|");
            Pattern variable = Pattern.compile("\\$\\{(?:" + any + "):[^}]*}");
            properties.forEach((option, value) -> {
                Matcher found = variable.matcher(String.valueOf(value));
                while (found.find()) {
                    if (String.valueOf(all.get(option)).contains(found.group())) {
                        throw new ConfigException(option, found.group(), "no config provider has this value");
                    }
                }
            });
        }
        return new Resolved(all);
    }

    /** Whether an option names a provider, or belongs to one. */
    static boolean isOfProviders(String option) {
        return option.equals(AbstractConfig.CONFIG_PROVIDERS_CONFIG)
                || option.startsWith(AbstractConfig.CONFIG_PROVIDERS_CONFIG + ".");
    }
}
