package dev.velella.source.patchlog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.velella.access.Authentication;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.rdf.RdfPatch;
import dev.velella.rdfpatch.LogHeaders;
import dev.velella.rdfpatch.MalformedPatchException;
import dev.velella.rdfpatch.RdfPatchTextReader;
import dev.velella.rdfpatch.TextLimits;
import dev.velella.source.fetch.HttpFailure;
import dev.velella.source.fetch.WatchedStream;
import dev.velella.source.format.ElementLimits;
import dev.velella.source.options.LimitOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a patch log server, by the HTTP API of RDF Delta. Redirects are not followed, because the credentials go to the
 * configured server alone. A failure that may pass is an {@link IOException}, another one a {@link ConnectException}.
 * Stateless but for connections and the identifier of the log; used by one thread.
 */
final class PatchLogClient {
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);
    private static final int MOST_SHOWN = 300;
    private static final int MOST_JSON = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;
    private final String name;
    private final URI rpc;
    private final HttpClient client;
    private final Duration timeout;
    private final Authentication authentication;
    private final ElementLimits limits;
    private @Nullable String datasource;

    PatchLogClient(AbstractConfig config) {
        url = PatchLogOptions.URL.of(config);
        name = PatchLogOptions.name(config);
        rpc = URI.create(url.substring(0, url.lastIndexOf('/') + 1) + "$/rpc");
        timeout = Duration.ofMillis(PatchLogOptions.TIMEOUT_MS.of(config));
        authentication = PatchLogOptions.ACCESS.authentication(config);
        limits = LimitOptions.limits(config);
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(PatchLogOptions.ACCESS.tls(config).context())
                .build();
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
        byte[] body = JSON.writeValueAsBytes(Map.of("opid", "", "operation", operation, "arg", argument));
        HttpRequest request = request(rpc)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try (InputStream answer = send(request, false)) {
            if (answer == null) {
                return JSON.missingNode();
            }
            JsonNode read = JSON.readTree(answer.readNBytes(MOST_JSON));
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
        HttpRequest request =
                request(uri).header("Accept", "application/rdf-patch").GET().build();
        try (InputStream body = send(request, true)) {
            if (body == null) {
                throw new LostLogException("version " + version + " is missing");
            }
            RdfPatch patch = read(body);
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

    private HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(timeout);
        authentication.header().ifPresent(header -> request.header("Authorization", header));
        return request;
    }

    /** The body of an answer; null if there is none of it. */
    private @Nullable InputStream send(HttpRequest request, boolean mayMiss) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw HttpFailure.passing(request.uri().toString(), "patch.log.", e);
        }
        int status = answer.statusCode();
        if (status == 200) {
            return new WatchedStream(answer.body(), timeout);
        }
        String said;
        try (InputStream body = answer.body()) {
            said = new String(body.readNBytes(MOST_SHOWN), StandardCharsets.UTF_8);
        }
        if (status == 204 || (mayMiss && (status == 404 || status == 410))) {
            return null;
        }
        String message = request.uri() + ": HTTP status " + status + ": "
                + authentication.mask().masked(said.replaceAll("\\p{Cntrl}+", " "));
        if (PASSING.contains(status) || status >= 500) {
            throw new IOException(message);
        }
        throw new ConnectException(message
                + (status == 401 || status == 403
                        ? "; see patch.log.username, patch.log.password and patch.log.bearer.token"
                        : "; is " + PatchLogOptions.URL.name() + " the address of a log on a patch log server?"));
    }
}
