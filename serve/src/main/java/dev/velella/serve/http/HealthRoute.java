package dev.velella.serve.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.ServerRequest;
import dev.velella.serve.intake.LogFollower;
import dev.velella.serve.intake.Served;
import java.util.TreeSet;

/**
 * {@code GET /health/live}: the process answers. {@code GET /health/ready}: every partition of this instance is served.
 * Thread-safe.
 */
final class HealthRoute implements Route {
    static final String LIVE = "/health/live";
    static final String READY = "/health/ready";

    private final LogFollower follower;

    HealthRoute(LogFollower follower) {
        this.follower = follower;
    }

    @Override
    public Answer answer(ServerRequest request) {
        if (request.path().equals(LIVE)) {
            return Answer.text(200, "live");
        }
        Served served = follower.served();
        String state = "partitions " + served.count() + ", served here " + new TreeSet<>(served.ready()) + ", loading "
                + new TreeSet<>(served.loading()) + ", at other instances "
                + new TreeSet<>(served.others().keySet());
        long broken = follower.broken();
        if (broken > 0) {
            state += ", broken streams here " + broken;
        }
        return served.isComplete() && served.loading().isEmpty()
                ? Answer.text(200, "ready: " + state)
                : Answer.text(503, "not ready: " + state);
    }

    @Override
    public boolean isOpen() {
        return true;
    }
}
