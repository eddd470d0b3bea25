package dev.velella.serve.http;

import dev.velella.serve.http.message.HttpFault;
import java.util.LinkedHashMap;
import java.util.Map;

/** The routes of the service by path. A path that ends with a slash stands for all paths that begin so. Immutable. */
final class Routes {
    private final Map<String, Route> routes;

    Routes(Map<String, Route> routes) {
        this.routes = new LinkedHashMap<>(routes);
    }

    /**
     * The route of a path.
     *
     * @throws HttpFault 404 if there is none
     */
    Route of(String path) {
        Route exact = routes.get(path);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, Route> each : routes.entrySet()) {
            if (each.getKey().length() > 1 && each.getKey().endsWith("/") && path.startsWith(each.getKey())) {
                return each.getValue();
            }
        }
        throw new HttpFault(404, "nothing is served at " + path + "; /openapi.json says what is");
    }

    /** Whether a path is answered without credentials. */
    boolean isOpen(String path) {
        return path.equals(HealthRoute.LIVE) || path.equals(HealthRoute.READY);
    }
}
