package dev.velella.page.http;

import dev.velella.kit.http.Route;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.ServerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** The files of the page: our own files, and the files of CodeMirror from its webjar. Only listed files are served. Stateless. */
final class StaticFiles {
    private static final String LIBRARY = "/lib/codemirror/";
    private static final String WEBJAR = "/META-INF/resources/webjars/codemirror/";
    private static final String VERSION_FILE = "/META-INF/maven/org.webjars.npm/codemirror/pom.properties";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");

    private static final Set<String> OURS = Set.of(
            "index.html",
            "page.css",
            "icon.svg",
            "openapi.json",
            "app.js",
            "dom.js",
            "words.js",
            "terms.js",
            "plot.js",
            "pipeline.js",
            "streams.js",
            "views.js",
            "query.js",
            "editor.js",
            "health.js");

    private static final List<String> THEIRS = List.of(
            "lib/codemirror.js",
            "lib/codemirror.css",
            "mode/sparql/sparql.js",
            "addon/hint/show-hint.js",
            "addon/hint/show-hint.css",
            "addon/edit/matchbrackets.js",
            "addon/edit/closebrackets.js");

    /** Media type of the API. */
    static final String JSON = "application/json";

    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private StaticFiles() {}

    /**
     * A route for each file.
     *
     * @throws IOException if a file is missing in this installation
     */
    static Map<String, Route> routes() throws IOException {
        Map<String, Route> routes = new HashMap<>();
        for (String name : OURS) {
            routes.put("/" + name, new Document(type(name), read("web/" + name)));
        }
        routes.put("/", new Document(type("index.html"), read("web/index.html")));
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(read(VERSION_FILE)));
        String version = properties.getProperty("version", "");
        for (String name : THEIRS) {
            routes.put(LIBRARY + name, new Document(type(name), read(WEBJAR + version + "/" + name)));
        }
        return routes;
    }

    private static byte[] read(String resource) throws IOException {
        try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("a file of the page is missing in this installation: " + resource);
            }
            return in.readAllBytes();
        }
    }

    private static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
    }

    /** An answer with the headers that all answers of the page have. */
    static Answer guarded(Answer answer) {
        return answer.header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("Cache-Control", "no-cache");
    }

    /** A file, to which links of other sites may lead. Immutable. */
    private static final class Document implements Route {
        private final String type;
        private final byte[] content;

        Document(String type, byte[] content) {
            this.type = type;
            this.content = content;
        }

        @Override
        public Answer answer(ServerRequest request) {
            return guarded(Answer.document(200, type, content));
        }

        @Override
        public boolean isLinked() {
            return true;
        }
    }
}
