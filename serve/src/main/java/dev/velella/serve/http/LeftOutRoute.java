package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Content;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import dev.velella.serve.select.LocalGraphs;
import dev.velella.serve.select.UnavailableException;
import dev.velella.serve.state.BrokenStream;
import dev.velella.serve.state.Rows;
import dev.velella.serve.state.StoreView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code GET /left-out}: the streams of all instances that are not served, one on each line, with the reason. Thread-safe.
 */
final class LeftOutRoute implements Route {
    static final String PATH = "/left-out";

    private final LogFollower follower;
    private final LocalGraphs local;
    private final KeyLookup.PassedOn peers;

    LeftOutRoute(LogFollower follower, LocalGraphs local, KeyLookup.PassedOn peers) {
        this.follower = follower;
        this.local = local;
        this.peers = peers;
    }

    @Override
    public Answer answer(ServerRequest request) {
        request.parameters(Set.of());
        String asked = request.header(KeyLookup.PASSED_ON);
        Served served = follower.served();
        if (asked == null && !served.isComplete()) {
            throw new UnavailableException("not all partitions are served at the moment");
        }
        List<Content> parts = new ArrayList<>();
        try {
            Set<Integer> own = asked == null ? served.ready() : KeyLookup.partitions(asked);
            StoreView view = local.view(own);
            parts.add(new Lines(new OwnedRows<>(view.broken("", own), view)));
            if (asked == null) {
                others(served).forEach((address, partitions) -> {
                    Answer answer = peers.answer(address, partitions, request);
                    if (answer == null || answer.content() == null || answer.status() != 200) {
                        throw new HttpFault(503, "instance " + address + " does not give its part of the answer");
                    }
                    parts.add(answer.content());
                });
            }
        } catch (RuntimeException e) {
            parts.forEach(Content::close);
            throw e;
        }
        return Answer.asIs(200, new Parts(parts)).header("Content-Type", "text/plain; charset=utf-8");
    }

    private static Map<String, Set<Integer>> others(Served served) {
        Map<String, Set<Integer>> others = new TreeMap<>();
        served.others().forEach((partition, address) -> {
            if (!served.ready().contains(partition)) {
                others.computeIfAbsent(address, at -> new TreeSet<>()).add(partition);
            }
        });
        return others;
    }

    /** Lines of the streams. */
    private record Lines(Rows<BrokenStream> rows) implements Content {
        @Override
        public Progress write(OutputStream out) throws IOException {
            BrokenStream stream = rows.next();
            if (stream == null) {
                return Progress.END;
            }
            String line = stream.key().replaceAll("\\s", " ") + "\t" + stream.reason() + "\n";
            out.write(line.getBytes(StandardCharsets.UTF_8));
            return Progress.MORE;
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /** One content after the other. */
    private static final class Parts implements Content {
        private final List<Content> parts;
        private int at;

        Parts(List<Content> parts) {
            this.parts = parts;
        }

        @Override
        public Progress write(OutputStream out) throws IOException {
            if (at == parts.size()) {
                return Progress.END;
            }
            if (parts.get(at).write(out) == Progress.END) {
                at++;
            }
            return Progress.MORE;
        }

        @Override
        public void close() {
            parts.forEach(Content::close);
        }
    }
}
