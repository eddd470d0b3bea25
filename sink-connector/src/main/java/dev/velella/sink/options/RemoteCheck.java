package dev.velella.sink.options;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteProbe;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks that a configuration names a store behind HTTP that can be written to safely, by trying it out. */
public final class RemoteCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCheck.class);

    private RemoteCheck() {}

    /**
     * What is wrong: option to message. The store is contacted only if the options by themselves are right.
     *
     * @param properties all options of the connector
     * @param options what is known of each
     */
    public static Map<String, String> problems(Map<String, String> properties, Map<String, ConfigValue> options) {
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
            RemoteProbe probe = RemoteProbe.of(RemoteOptions.settings(config));
            if (probe.isKnown()) {
                return problems;
            }
            probe.run().ifPresent(finding -> problems.put(option(finding.about()), finding.message()));
            if (problems.isEmpty()) {
                warnOfRewriting(probe, config);
            }
        }
        return problems;
    }

    /** Connect has no warnings in the answer to a validation. */
    private static void warnOfRewriting(RemoteProbe probe, RdfSinkConfig config) {
        try {
            List<String> rewritten = probe.rewritten();
            if (!rewritten.isEmpty()) {
                LOG.warn(
                        "{} does not keep literals as they are written ({} come back in another way), so it holds what the stream says"
                                + " only by value: velella verify will call that a difference, and two literals of one value"
                                + " are one for it",
                        config.describeTarget(),
                        String.join(", ", rewritten));
            }
        } catch (StoreFailedException | StoreUnavailableException e) {
            LOG.warn("It was not found out whether {} keeps literals as they are written", config.describeTarget(), e);
        }
    }

    private static String option(RemoteProbe.About about) {
        return switch (about) {
            case URL -> RemoteOptions.URL_CONFIG;
            case UPDATE_URL -> RemoteOptions.UPDATE_URL_CONFIG;
            case AUTHENTICATION -> RemoteOptions.AUTH_CONFIG;
            case TLS -> RemoteOptions.TLS.trustStore();
            case DELIVERY -> RemoteOptions.DELIVERY_CONFIG;
        };
    }
}
