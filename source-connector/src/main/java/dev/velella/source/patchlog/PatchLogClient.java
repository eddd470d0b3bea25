package dev.velella.source.patchlog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import dev.velella.source.fetch.Answer;
import dev.velella.source.fetch.Ask;
import dev.velella.source.fetch.HttpFetch;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.options.LimitOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a patch log server, by the HTTP API of RDF Delta. A failure that may pass is an {@link IOException}, another
 * one a {@link ConnectException}. Stateless but for connections and the identifier of the log; used by one thread.
 */
final class PatchLogClient {
    private static final int MOST_JSON = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;
    private final String name;
    private final URI rpc;
    private final HttpFetch fetch;
    private final ElementLimits limits;
    private @Nullable String datasource;

    PatchLogClient(AbstractConfig config) {
        url = PatchLogOptions.URL.of(config);
        name = PatchLogOptions.name(config);
        rpc = URI.create(url.substring(0, url.lastIndexOf('/') + 1) + "$/rpc");
        fetch = new HttpFetch(PatchLogOptions.ACCESS.fetch(config, false));
        limits = LimitOptions.limits(config);
    }

    /**
     * The extent of the log.
     *
     * @throws LostLogException if the server has no log of this name
     */
    LogState describe() throws IOException, InterruptedException, LostLogException {
        if (datasource != null) {
            LogState known = state(call("describe_log", Map.of("datasource", datasource)));
            if (known != null) {
                return known;
            }
        }
        JsonNode description = call("describe_datasource", Map.of("name", name));
        String id = description.path("id").asText();
        if (id.isEmpty()) {
            throw new LostLogException("the server has no log '" + name + "'");
        }
        datasource = id.startsWith("id:") ? id.substring(3) : id;
        LogState state = state(call("describe_log", Map.of("datasource", datasource)));
        if (state == null) {
            throw new LostLogException("the server has no log '" + name + "'");
        }
        return state;
    }

    private static @Nullable LogState state(JsonNode log) {
        JsonNode last = log.path("max_version");
        return last.canConvertToLong()
                ? new LogState(
                        log.path("min_version").asLong(),
                        last.asLong(),
                        LogHeaders.id(log.path("latest").asText()))
                : null;
    }

    private JsonNode call(String operation, Map<String, String> argument) throws IOException, InterruptedException {
        String question = JSON.writeValueAsString(Map.of("opid", "", "operation", operation, "arg", argument));
        try (Answer answer = fetch.send(
                Ask.post(rpc, "application/json", "application/json", question).meaning(204))) {
            if (answer.status() == 204) {
                return JSON.missingNode();
            }
            JsonNode read = JSON.readTree(answer.bytes(MOST_JSON));
            if (read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            // said below; the text may be anything
        }
        throw new ConnectException(
                rpc + " answers no JSON object, so it is no patch log server; see " + PatchLogOptions.URL.name());
    }

    /**
     * A patch of the log.
     *
     * @throws LostLogException if the log does not have it, or it is no patch of a log
     */
    LoggedPatch fetch(long version) throws IOException, InterruptedException, LostLogException {
        URI uri = URI.create(url + "/" + version);
        try (Answer answer =
                fetch.send(Ask.get(uri, "application/rdf-patch", Map.of()).meaning(204, 404, 410))) {
            if (answer.status() != 200) {
                throw new LostLogException("version " + version + " is missing");
            }
            RdfPatch patch = read(answer.body());
            if (patch == null) {
                throw new LostLogException("version " + version + " has no rows");
            }
            return new LoggedPatch(version, LogHeaders.of(patch), patch);
        } catch (MalformedPatchException e) {
            throw new ConnectException(uri + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new ConnectException(uri + ": " + e.getMessage(), e);
        }
    }

    private @Nullable RdfPatch read(InputStream body) throws IOException {
        int most = limits.bytes();
        TextLimits d = TextLimits.DEFAULT;
        TextLimits text = new TextLimits(Math.min(most, d.maxTokenLength()), most, d.maxNesting(), most);
        try (RdfPatchTextReader reader = new RdfPatchTextReader(body, new VerifiedTerms(), text)) {
            RdfPatch patch = reader.next(limits.statements());
            if (patch != null && reader.next(1) != null) {
                throw new IllegalArgumentException("more than one patch (Z) in one version of the log");
            }
            return patch;
        }
    }
}
