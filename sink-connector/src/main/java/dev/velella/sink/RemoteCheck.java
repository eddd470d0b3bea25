package dev.velella.sink;

import dev.velella.sink.remote.RemoteProbe;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;

/** Checks that a configuration names a store behind HTTP that can be written to safely, by trying it out. */
final class RemoteCheck {
    private RemoteCheck() {}

    /**
     * What is wrong: option to message. The store is contacted only if the options by themselves are right.
     *
     * @param properties all options of the connector
     * @param options what is known of each
     */
    static Map<String, String> problems(Map<String, String> properties, Map<String, ConfigValue> options) {
        if (options.values().stream().anyMatch(option -> !option.errorMessages().isEmpty())) {
            return Map.of();
        }
        Map<String, String> known = new HashMap<>(properties);
        known.keySet().retainAll(RdfSinkConfig.definition().names());
        RdfSinkConfig config;
        try {
            config = new RdfSinkConfig(known);
        } catch (ConfigException e) {
            return Map.of(TargetOptions.TARGET_CONFIG, String.valueOf(e.getMessage()));
        }
        Map<String, String> problems = new LinkedHashMap<>(RemoteOptions.problems(config));
        if (problems.isEmpty()) {
            RemoteProbe.of(RemoteOptions.settings(config))
                    .run()
                    .ifPresent(finding -> problems.put(option(finding.about()), finding.message()));
        }
        return problems;
    }

    private static String option(RemoteProbe.About about) {
        return switch (about) {
            case URL -> RemoteOptions.URL_CONFIG;
            case UPDATE_URL -> RemoteOptions.UPDATE_URL_CONFIG;
            case AUTHENTICATION -> RemoteOptions.AUTH_CONFIG;
            case TLS -> RemoteOptions.TRUSTSTORE_LOCATION_CONFIG;
            case DELIVERY -> RemoteOptions.DELIVERY_CONFIG;
        };
    }
}
