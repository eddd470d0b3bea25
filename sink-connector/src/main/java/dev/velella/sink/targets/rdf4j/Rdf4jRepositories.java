package dev.velella.sink.targets.rdf4j;

import dev.velella.sink.remote.RemoteFailure;
import dev.velella.sink.remote.RemoteHttp;
import dev.velella.sink.remote.RemoteSettings;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.entity.ByteArrayEntity;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Makes repositories of an RDF4J server from a template. Stateless and thread-safe. */
public final class Rdf4jRepositories {
    /** The place for the id of the repository in a template. */
    public static final String ID = "{id}";

    private static final int MOST_BYTES = 1 << 20;
    private static final int MISSING = 404;
    private static final int THERE_ALREADY = 409;

    private static final String HEAD =
            """
            @prefix config: <tag:rdf4j.org,2023:config/> .
            [] a config:Repository ; config:rep.id "{id}" ; config:rep.impl [
              config:rep.type "openrdf:SailRepository" ; config:sail.impl [ %s ] ] .
            """;

    private Rdf4jRepositories() {}

    /**
     * Makes the repository of these settings if the server does not have it.
     *
     * @param template {@code memory}, {@code native}, {@code lmdb}, or the configuration of a repository in Turtle, with
     *     {@value #ID} for its id
     * @return whether it was made
     */
    public static boolean makeIfMissing(RemoteSettings settings, String template) {
        URI url = settings.queryUrl();
        try (RemoteHttp http = new RemoteHttp(settings)) {
            String asking = "look for the repository";
            RemoteHttp.Reply found = http.exchange(asking, new HttpGet(url + "/namespaces"), MOST_BYTES);
            if (found.answer().isSuccess()) {
                return false;
            }
            if (found.answer().status() != MISSING) {
                throw RemoteFailure.ofAnswer(asking, url, found.answer(), found.text(), null);
            }
            HttpPut put = new HttpPut(url);
            put.setEntity(new ByteArrayEntity(turtle(url, template).getBytes(StandardCharsets.UTF_8)));
            put.setHeader("Content-Type", "text/turtle;charset=UTF-8");
            String making = "make the repository from target.repository.template";
            RemoteHttp.Reply made = http.exchange(making, put, MOST_BYTES);
            if (!made.answer().isSuccess() && made.answer().status() != THERE_ALREADY) {
                throw RemoteFailure.ofAnswer(making, url, made.answer(), made.text(), null);
            }
            return made.answer().isSuccess(); // else another task was faster
        }
    }

    /** The configuration of a repository, with its id. */
    static String turtle(URI url, String template) {
        String id = url.getRawPath().replaceAll("/$", "");
        id = URLDecoder.decode(id.substring(id.lastIndexOf('/') + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
        return configuration(template).replace(ID, NTriplesUtil.escapeString(id));
    }

    private static String configuration(String template) {
        return switch (template.strip().toLowerCase(Locale.ROOT)) {
            case "memory" ->
                HEAD.formatted(
                        "config:sail.type \"openrdf:MemoryStore\" ; config:mem.persist true ; config:mem.syncDelay 0");
            case "native" -> HEAD.formatted("config:sail.type \"openrdf:NativeStore\"");
            case "lmdb" ->
                HEAD.formatted("config:sail.type \"rdf4j:LmdbStore\" ; config:lmdb.tripleIndexes \"spoc,posc,ospc\"");
            default -> template;
        };
    }
}
