package dev.velella.status;

import java.util.List;
import java.util.function.BiConsumer;

/** All checks of a pipeline. Stateless. */
final class Checks {
    private static final List<BiConsumer<Facts, Findings>> ALL = List.of(
            ProcessChecks::check,
            ConnectorChecks::check,
            TopicChecks::check,
            DiffChecks::check,
            ViewChecks::check,
            SinkChecks::check,
            ServeChecks::check);

    private Checks() {}

    /** Looks for troubles in the facts of one look. */
    static void check(Facts facts, Findings findings) {
        ALL.forEach(check -> check.accept(facts, findings));
    }
}
