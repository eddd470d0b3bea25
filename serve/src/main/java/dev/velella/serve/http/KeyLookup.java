package dev.velella.serve.http;

import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.select.UnavailableException;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.StoreView;
import dev.velella.serve.state.StoredGraph;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for one stream, by the instance that has it: this one, or another one to which the request is passed on.
 * Thread-safe.
 */
final class KeyLookup {
    /** Header of a request that was passed on: the partitions for which the sender asks, joined by commas. */
    static final String PASSED_ON = "Velella-Passed-On";

    /** Header of a request that was passed on: the host as the client called it. */
    static final String CALLED_AS = "Velella-Called-As";

    private final LogFollower follower;
    private final LocalGraphs local;
    private final PassedOn passedOn;

    /** Passes requests on. */
    interface PassedOn {
        /**
         * The answer of another instance; null if it does not have the stream.
         *
         * @throws UnavailableException if it does not answer, or does not serve one of the partitions
         */
        @Nullable
        Answer answer(String address, Set<Integer> partitions, ServerRequest request);

        /** The address of a request at another instance, for clients. */
        String address(String address, ServerRequest request);
    }

    /** An answer from the state of this instance; it closes the view, or hands it on to the content. */
    interface FromState {
        Answer answer(StoreView view, StoredGraph graph);
    }

    KeyLookup(LogFollower follower, LocalGraphs local, PassedOn passedOn) {
        this.follower = follower;
        this.local = local;
        this.passedOn = passedOn;
    }

    /**
     * The answer for a stream.
     *
     * @param redirected whether a client is sent to the other instance; else the answer is passed on
     * @throws HttpFault 404 if no instance has the stream, 409 if it is broken
     */
    Answer answer(ServerRequest request, String key, boolean redirected, FromState fromState) {
        Served served = follower.served();
        String asked = request.header(PASSED_ON);
        Set<Integer> own = asked == null ? served.ready() : partitions(asked);
        StoreView view = local.view(own);
        try {
            BrokenStream broken = view.broken(key);
            if (broken != null && own.contains(broken.partition())) {
                throw new HttpFault(409, notServed(broken));
            }
            StoredGraph graph = view.graph(key);
            if (graph != null && own.contains(graph.partition())) {
                return fromState.answer(view, graph);
            }
        } catch (RuntimeException e) {
            view.close();
            throw e;
        }
        view.close();
        if (asked == null) {
            if (!served.isComplete()) {
                throw new UnavailableException(
                        served.count() == 0
                                ? "the service has just begun and does not know its partitions yet"
                                : "partition " + served.missing().iterator().next()
                                        + " is not served at the moment, and may have stream '" + key + "'");
            }
            for (Map.Entry<String, Set<Integer>> other : others(served, key).entrySet()) {
                Answer answer = passedOn.answer(other.getKey(), other.getValue(), request);
                if (answer != null) {
                    if (redirected) {
                        closeContent(answer);
                        return Answer.empty(307).header("Location", passedOn.address(other.getKey(), request));
                    }
                    return answer;
                }
            }
        }
        throw new HttpFault(404, "there is no stream '" + key + "'");
    }

    static String notServed(BrokenStream broken) {
        return "stream '" + broken.key() + "' is not served, because its latest graph is not known: " + broken.reason()
                + ". The next snapshot of the stream mends it";
    }

    private static void closeContent(Answer answer) {
        if (answer.content() != null) {
            answer.content().close();
        }
    }

    /** The other instances; first the one that has the stream if its records are partitioned as Kafka does it. */
    private static Map<String, Set<Integer>> others(Served served, String key) {
        int likely = Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % served.count();
        List<Integer> order = new ArrayList<>(new TreeSet<>(served.others().keySet()));
        order.sort((a, b) -> Boolean.compare(b == likely, a == likely));
        Map<String, Set<Integer>> others = new LinkedHashMap<>();
        for (int partition : order) {
            String address = served.others().get(partition);
            if (address != null && !served.ready().contains(partition)) {
                others.computeIfAbsent(address, at -> new TreeSet<>()).add(partition);
            }
        }
        return others;
    }

    static Set<Integer> partitions(String text) {
        Set<Integer> partitions = new TreeSet<>();
        try {
            for (String each : text.split(",", -1)) {
                partitions.add(Integer.valueOf(each.strip()));
            }
        } catch (NumberFormatException e) {
            throw new HttpFault(400, "not numbers of partitions: " + text);
        }
        return partitions;
    }
}
