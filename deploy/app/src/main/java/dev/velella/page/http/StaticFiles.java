package dev.velella.page.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** The files of the page: our own files, and the files of CodeMirror from its webjar. Only listed files are served. Immutable. */
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

    private final String version;

    StaticFiles() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = StaticFiles.class.getResourceAsStream(VERSION_FILE)) {
            if (in == null) {
                throw new IOException("the library of the editor is missing: " + VERSION_FILE);
            }
            properties.load(in);
        }
        version = properties.getProperty("version", "");
    }

    /**
     * The file of a path.
     *
     * @throws PageFault 404 if there is none
     */
    PageDocument file(String path) throws IOException, PageFault {
        String name = path.equals("/") ? "index.html" : path.substring(1);
        String resource;
        if (OURS.contains(name)) {
            resource = "web/" + name;
        } else if (path.startsWith(LIBRARY) && THEIRS.contains(path.substring(LIBRARY.length()))) {
            resource = WEBJAR + version + "/" + path.substring(LIBRARY.length());
        } else {
            throw new PageFault(404, "nothing here; the page is at /, and its API is described at /openapi.json");
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new PageFault(404, "the file is missing in this installation: " + name);
            }
            String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
            return new PageDocument(200, type, in.readAllBytes());
        }
    }
}
