package dev.velella.kit.http;

import dev.velella.kit.http.message.HttpFault;
import java.util.LinkedHashMap;
import java.util.Map;

/** The routes of a server by path. A path that ends with a slash stands for all paths that begin so, but for /. Immutable. */
public final class Routes {
    private final Map<String, Route> routes;
    private final String hint;

    /** @param hint what is served, for the answer to other paths */
    public Routes(Map<String, ? extends Route> routes, String hint) {
        this.routes = new LinkedHashMap<>(routes);
        this.hint = hint;
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
        throw new HttpFault(404, "nothing is served at " + path + "; " + hint);
    }
}
