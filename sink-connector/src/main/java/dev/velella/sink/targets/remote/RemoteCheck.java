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

/** Checks that a configuration names a store behind HTTP that can be written to safely, by trying it out. */
final class RemoteCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCheck.class);

    private RemoteCheck() {}

    /**
     * What is wrong: option to message. The store is contacted only if the options by themselves are right.
     *
     * @param type kind of the store
     */
    static Map<String, String> problems(TargetCheck check, RemoteTargetType type) {
        if (!check.isAllRight()) {
            return Map.of();
        }
        AbstractConfig config = check.config();
        Map<String, String> problems = new LinkedHashMap<>(RemoteOptions.problems(config));
        if (problems.isEmpty()) {
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

    /** Connect has no warnings in the answer to a validation. */
    private static void warnOfRewriting(RemoteProbe probe, String store) {
        try {
            List<String> rewritten = probe.rewritten();
            if (!rewritten.isEmpty()) {
                LOG.warn(
                        "{} does not keep literals as they are written ({} come back in another way), so it holds what the stream says"
                                + " only by value: velella verify will call that a difference, and two literals of one value"
                                + " are one for it",
                        store,
                        String.join(", ", rewritten));
            }
        } catch (StoreFailedException | StoreUnavailableException e) {
            LOG.warn("It was not found out whether {} keeps literals as they are written", store, e);
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
