package dev.velella.status.state;

/**
 * A trouble that somebody should know. Immutable.
 *
 * @param name name of the check, which is also the name of the alert and of the paragraph in docs/monitoring.md
 * @param severity how urgent it is
 * @param part part of the pipeline: source, graphs, diff, patches, store, views or kafka
 * @param where connector, task, topic or address
 * @param since time in ms since 1970 at which it was first seen
 * @param says the trouble, in words
 * @param cure the next step, in words
 */
public record Trouble(
        String name, Severity severity, String part, String where, long since, String says, String cure) {}
