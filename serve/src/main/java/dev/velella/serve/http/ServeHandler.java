package dev.velella.serve.http;

import dev.velella.serve.answer.Chunks;
import dev.velella.serve.answer.Compression;
import dev.velella.serve.http.connection.AnswerWriter;
import dev.velella.serve.http.connection.Answers;
import dev.velella.serve.http.connection.BodyReader;
import dev.velella.serve.http.connection.Clients;
import dev.velella.serve.http.message.Answer;
import dev.velella.serve.http.message.HttpFault;
import dev.velella.serve.http.message.Negotiation;
import dev.velella.serve.http.message.ServeRequest;
import dev.velella.serve.select.UnavailableException;
import java.io.IOException;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the requests: checks them, finds their routes, and has the answers written. Thread-safe. */
final class ServeHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ServeHandler.class);

    private final Routes routes;
    private final Access access;
    private final Clients clients;
    private final Answers answers;
    private final Answers subscriptions;
    private final int bodyBytes;

    ServeHandler(Routes routes, Access access, Clients clients, Answers answers, Answers subscriptions, int bodyBytes) {
        this.routes = routes;
        this.access = access;
        this.clients = clients;
        this.answers = answers;
        this.subscriptions = subscriptions;
        this.bodyBytes = bodyBytes;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        ServeRequest head = read(request, new byte[0]);
        Connection connection = request.getConnectionMetaData().getConnection();
        Request.addCompletionListener(request, failure -> clients.waiting(connection));
        String origin = null;
        try {
            origin = access.check(head, routes.isOpen(head.path()));
            Route route = routes.of(head.path());
            if (head.method().equals("POST") && route.takesPost()) {
                readBody(request, response, callback, route, origin);
                return true;
            }
            if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
                response.getHeaders().put("Allow", route.takesPost() ? "GET, HEAD, POST" : "GET, HEAD");
                throw new HttpFault(405, "the method " + head.method() + " is not answered here");
            }
            if (request.getLength() > 0) {
                throw new HttpFault(400, "a request with the method " + head.method() + " has no body");
            }
            answer(request, response, callback, route, head, origin);
        } catch (HttpFault e) {
            refuse(request, response, callback, head, e, origin);
        }
        return true;
    }

    /**
     * Answers a request whose body was not read to its end. A client must not send its next request on a connection that
     * ends with this answer, so the answer says it if the rest of the body is not there yet.
     */
    private void refuse(
            Request request,
            Response response,
            Callback callback,
            ServeRequest head,
            HttpFault fault,
            @Nullable String origin) {
        if (!request.consumeAvailable()) {
            response.getHeaders().put("Connection", "close");
        }
        send(request, response, callback, head, fault(fault), origin);
    }

    private static ServeRequest read(Request request, byte[] body) {
        String path = request.getHttpURI().getPath();
        String query = request.getHttpURI().getQuery();
        return new ServeRequest(
                request.getMethod(), path == null ? "/" : path, query == null ? "" : query, request.getHeaders(), body);
    }

    private void readBody(Request request, Response response, Callback callback, Route route, @Nullable String origin) {
        int most = (int) Math.min(1 << 30, (long) bodyBytes * route.bodyFactor());
        if (request.getLength() > most) {
            throw tooLarge();
        }
        new BodyReader(request, most, new BodyReader.Receiver() {
                    @Override
                    public void body(byte[] bytes) {
                        answer(request, response, callback, route, ServeHandler.read(request, bytes), origin);
                    }

                    @Override
                    public void tooLarge() {
                        ServeRequest head = ServeHandler.read(request, new byte[0]);
                        refuse(request, response, callback, head, ServeHandler.this.tooLarge(), origin);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        callback.failed(cause);
                    }
                })
                .run();
    }

    private HttpFault tooLarge() {
        return new HttpFault(413, "the body is larger than " + bodyBytes + " bytes (serve.request.body.bytes)");
    }

    private void answer(
            Request request,
            Response response,
            Callback callback,
            Route route,
            ServeRequest read,
            @Nullable String origin) {
        Answer answer;
        try {
            answer = route.answer(read);
        } catch (HttpFault e) {
            answer = fault(e);
        } catch (UnavailableException e) {
            answer = unavailable(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("{} {} failed", read.method(), read.path(), e);
            answer = Answer.text(500, "the request failed; the log of the service has the reason");
        }
        send(request, response, callback, read, answer, origin);
    }

    private static Answer unavailable(String reason) {
        return Answer.text(503, reason).header("Retry-After", "1");
    }

    private Answer fault(HttpFault fault) {
        Answer answer = Answer.text(fault.status(), String.valueOf(fault.getMessage()));
        if (fault.status() == 401) {
            answer.header("WWW-Authenticate", access.challenge());
        } else if (fault.status() == 503) {
            answer.header("Retry-After", "1");
        }
        return answer;
    }

    private void send(
            Request request,
            Response response,
            Callback callback,
            ServeRequest read,
            Answer answer,
            @Nullable String origin) {
        clients.answering(request.getConnectionMetaData().getConnection(), answer.isEndless());
        dev.velella.serve.answer.Content content = answer.content();
        if (content == null || read.method().equals("HEAD")) {
            if (content != null) {
                content.close();
            }
            head(response, answer, Compression.NONE, origin);
            callback.succeeded();
            return;
        }
        Compression compression = Compression.NONE;
        try {
            compression = answer.mayBeCompressed()
                    ? Negotiation.compression(read.header("Accept-Encoding"))
                    : Compression.NONE;
        } catch (HttpFault e) {
            // A header that cannot be read asks for nothing.
        }
        Answers kind = answer.isEndless() ? subscriptions : answers;
        Chunks chunks;
        try {
            chunks = new Chunks(content, compression);
        } catch (IOException e) {
            content.close();
            callback.failed(e);
            return;
        }
        AnswerWriter writer = new AnswerWriter(request, response, callback, chunks, kind);
        try {
            kind.add(writer);
        } catch (HttpFault e) {
            chunks.close();
            Answer refused = fault(e);
            head(response, refused, Compression.NONE, origin);
            org.eclipse.jetty.io.Content.Sink.write(response, true, e.getMessage() + "\n", callback);
            return;
        }
        head(response, answer, compression, origin);
        writer.iterate();
    }

    private static void head(Response response, Answer answer, Compression compression, @Nullable String origin) {
        response.setStatus(answer.status());
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.getHeaders().put(header.getKey(), header.getValue());
        }
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        if (compression != Compression.NONE) {
            response.getHeaders().put("Content-Encoding", compression.coding());
        }
        if (!answer.headers().containsKey("Cache-Control")) {
            response.getHeaders().put("Cache-Control", "no-store");
        }
        if (origin != null) {
            response.getHeaders().put("Access-Control-Allow-Origin", origin);
            response.getHeaders()
                    .put(
                            "Access-Control-Expose-Headers",
                            "ETag, Velella-Counter, Velella-Missing-Keys, Velella-Left-Out, Velella-Left-Out-Keys");
        }
    }
}
