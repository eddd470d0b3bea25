package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import dev.velella.sink.store.CommitRecord;
import dev.velella.sink.versions.CommitTable;
import dev.velella.sink.versions.StoreHistory;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The moment of the past that a request asks for.
 *
 * @param parameter parameter of the request
 * @param text its value
 */
record Moment(String parameter, String text) {
    /** Parameter whose value is the number of a commit, or a time of the sink's clock. */
    static final String AS_OF = "asOf";

    /** Parameter whose value is an event time. */
    static final String AS_OF_EVENT_TIME = "asOfEventTime";

    /**
     * The moment that parameters name; empty if they name none.
     *
     * @throws HttpFault 400 if they name more than one
     */
    static Optional<Moment> of(Map<String, List<String>> parameters) {
        Optional<Moment> found = Optional.empty();
        for (String parameter : List.of(AS_OF, AS_OF_EVENT_TIME)) {
            for (String text : parameters.getOrDefault(parameter, List.of())) {
                if (found.isPresent()) {
                    throw new HttpFault(400, "the request names more than one moment; give one of asOf, asOfEventTime");
                }
                found = Optional.of(new Moment(parameter, text.strip()));
            }
        }
        return found;
    }

    /**
     * The last commit that is not after this moment.
     *
     * @throws HttpFault 400 if the text is no moment; 404 if the commit is not there yet; 410 if it is not kept
     */
    long commit(StoreHistory history) {
        CommitTable commits = history.commits();
        long commit = commit(commits);
        if (commit > commits.last()) {
            throw new HttpFault(404, "there is no commit " + commit + " yet; the last one is " + commits.last());
        }
        if (commit < commits.first()) {
            throw forgotten(commits);
        }
        return commit;
    }

    /** The answer to a request for a commit that is not kept. */
    static HttpFault forgotten(CommitTable commits) {
        CommitRecord first = commits.get(commits.first());
        return new HttpFault(
                410,
                "the history does not reach back to that moment: it begins with commit " + first.number() + ", of "
                        + Instant.ofEpochMilli(first.wallClockMs()));
    }

    private long commit(CommitTable commits) {
        boolean isNumber =
                parameter.equals(AS_OF) && !text.isEmpty() && text.chars().allMatch(Character::isDigit);
        try {
            if (isNumber) {
                return Long.parseLong(text);
            }
            long time = OffsetDateTime.parse(text).toInstant().toEpochMilli();
            ToLongFunction<CommitRecord> clock =
                    parameter.equals(AS_OF) ? CommitRecord::wallClockMs : CommitRecord::eventTimeMs;
            return commits.lastUntil(time, clock);
        } catch (NumberFormatException | DateTimeException e) {
            throw new HttpFault(
                    400,
                    parameter + " is " + (parameter.equals(AS_OF) ? "the number of a commit, or " : "")
                            + "a time with its zone, such as 2026-01-31T12:00:00Z");
        }
    }
}
