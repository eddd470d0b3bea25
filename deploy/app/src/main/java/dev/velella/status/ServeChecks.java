package dev.velella.status;

/** Whether the service of graphs serves all streams, where its metrics are read. Stateless. */
final class ServeChecks {
    private static final String BROKEN = "velella_serve_broken_streams";

    private ServeChecks() {}

    static void check(Facts facts, Findings findings) {
        double broken = facts.metrics().of(BROKEN).mapToDouble(s -> s.value()).sum();
        if (broken > 0) {
            findings.add(
                    Check.SERVE_BROKEN_STREAMS,
                    "patches",
                    "service of graphs",
                    "The service of graphs does not serve " + Words.count((long) broken, "stream")
                            + ", because a record of each could not be applied",
                    "Ask the service which and why: GET /left-out. The next snapshot of a stream mends it. If there is no topic"
                            + " of snapshots, find out who else than the diff app writes into the topic of patches.");
        }
    }
}
