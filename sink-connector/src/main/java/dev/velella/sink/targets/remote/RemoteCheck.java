package dev.velella.sink.targets.remote;

import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.RemoteProbe;
import dev.velella.sink.targets.TargetCheck;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks, by a test of the store, that a configuration names a store behind HTTP that can be written to safely. */
final class RemoteCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCheck.class);

    private RemoteCheck() {}

    /**
     * The problems: option to message. The store is contacted only if all options are right by themselves.
     *
     * @param type kind of the store
     */
    static Map<String, String> problems(TargetCheck check, RemoteTargetType type) {
        if (!check.isAllRight()) {
            return Map.of();
        }
        AbstractConfig config = check.config();
        Map<String, String> problems = new LinkedHashMap<>(RemoteOptions.problems(config));
        if (problems.isEmpty() && !RemoteOptions.isRouted(config)) { // a store that no record has named may not exist
            RemoteProbe probe = RemoteProbe.of(RemoteOptions.settings(config, type.protocol()));
            if (probe.isKnown()) {
                return problems;
            }
            probe.run().ifPresent(finding -> problems.put(option(finding.about()), finding.message()));
            if (problems.isEmpty()) {
                warnOfRewriting(probe, type.name() + " " + type.place(config));
            }
        }
        return problems;
    }

    /**
     * Logs a warning if the store rewrites literals. It goes to the log because the answer to a validation cannot
     * contain warnings.
     */
    private static void warnOfRewriting(RemoteProbe probe, String store) {
        try {
            List<String> rewritten = probe.rewritten();
            if (!rewritten.isEmpty()) {
                LOG.warn(
                        "{} does not keep literals as they are written ({} come back in another form). The store keeps their values,"
                                + " but not their text: velella verify --full tells such literals from differences, and two literals"
                                + " with the same value become one literal",
                        store,
                        String.join(", ", rewritten));
            }
        } catch (StoreFailedException | StoreUnavailableException e) {
            LOG.warn("The test failed whether {} keeps literals as they are written", store, e);
        }
    }

    private static String option(RemoteProbe.About about) {
        return switch (about) {
            case URL -> RemoteOptions.URL.name();
            case UPDATE_URL -> RemoteOptions.UPDATE_URL.name();
            case AUTHENTICATION -> AccessOptions.AUTH.name();
            case TLS -> AccessOptions.TLS.trustStore();
            case DELIVERY -> RemoteOptions.DELIVERY.name();
        };
    }
}
