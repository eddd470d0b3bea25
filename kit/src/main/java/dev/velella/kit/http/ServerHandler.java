package dev.velella.kit.http;

import dev.velella.kit.http.connection.AnswerWriter;
import dev.velella.kit.http.connection.Answers;
import dev.velella.kit.http.connection.BodyReader;
import dev.velella.kit.http.connection.Clients;
import dev.velella.kit.http.message.Answer;
import dev.velella.kit.http.message.Chunks;
import dev.velella.kit.http.message.Coding;
import dev.velella.kit.http.message.Content;
import dev.velella.kit.http.message.HttpFault;
import dev.velella.kit.http.message.Negotiation;
import dev.velella.kit.http.message.Reply;
import dev.velella.kit.http.message.ServerRequest;
import java.io.IOException;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the requests: checks them, finds their routes, and has the answers written. Thread-safe. */
final class ServerHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ServerHandler.class);

    private final Routes routes;
    private final Access access;
    private final Clients clients;
    private final Answers answers;
    private final Answers streams;
    private final int bodyBytes;
    private final List<Coding> codings;

    /**
     * @param answers the answers that are being written
     * @param streams those without end
     */
    ServerHandler(ServerSettings settings, Routes routes, Clients clients, Answers answers, Answers streams) {
        this.routes = routes;
        access = new Access(settings);
        this.clients = clients;
        this.answers = answers;
        this.streams = streams;
        bodyBytes = settings.bounds().bodyBytes();
        codings = settings.codings();
    }

    /** A request that is being answered, with what carries it. */
    private final class Exchange {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private ServerRequest read;

        Exchange(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            read = ServerHandler.read(request, new byte[0]);
        }

        void begin() {
            Connection connection = connection();
            Request.addCompletionListener(request, failure -> clients.waiting(connection));
            request.addIdleTimeoutListener(late -> false); // a thread may work longer; reads and writes do time out
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            try {
                access.checkHost(read);
                Route route = routes.of(read.path());
                allow(access.check(read, route));
                if (!route.methods().contains(read.method())) {
                    response.getHeaders().put("Allow", String.join(", ", route.methods()));
                    throw new HttpFault(405, "the method " + read.method() + " is not answered here");
                }
                if (read.method().equals("POST")) {
                    readBody(route);
                } else if (request.getLength() > 0) {
                    throw new HttpFault(400, "a request with the method " + read.method() + " has no body");
                } else {
                    answer(route);
                }
            } catch (HttpFault e) {
                refuse(e);
            }
        }

        private Connection connection() {
            return request.getConnectionMetaData().getConnection();
        }

        private void allow(@Nullable String origin) {
            if (origin != null) {
                response.getHeaders().put("Access-Control-Allow-Origin", origin);
                response.getHeaders().put("Vary", "Origin");
            }
        }

        /**
         * Answers a request whose body was not read to its end. A client must not send its next request on a connection that
         * ends with this answer, so the answer says it if the rest of the body is not there yet.
         */
        private void refuse(HttpFault fault) {
            if (!request.consumeAvailable()) {
                response.getHeaders().put("Connection", "close");
            }
            send(fault(fault));
        }

        private void readBody(Route route) {
            int most = (int) Math.min(1 << 30, (long) bodyBytes * route.bodyFactor());
            HttpFault tooLarge = new HttpFault(413, "the body is larger than " + most + " bytes");
            if (request.getLength() / BodyReader.MOST_READ > most) {
                throw tooLarge;
            }
            new BodyReader(request, most, new BodyReader.Receiver() {
                        @Override
                        public void body(byte[] bytes) {
                            read = ServerHandler.read(request, bytes);
                            answer(route);
                        }

                        @Override
                        public void tooLarge() {
                            refuse(tooLarge);
                        }

                        @Override
                        public void failed(Throwable cause) {
                            callback.failed(cause);
                        }
                    })
                    .run();
        }

        private void answer(Route route) {
            clients.answering(connection(), false);
            Answer answer;
            try {
                answer = route.answer(read);
            } catch (HttpFault e) {
                answer = fault(e);
            } catch (RuntimeException e) {
                answer = failed(e);
            }
            send(answer);
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

        private void send(Answer answer) {
            Answer.Writing writing = answer.writing();
            if (writing != null) {
                write(answer, writing);
                return;
            }
            clients.answering(connection(), answer.isEndless());
            Content content = answer.content();
            if (content == null) {
                head(answer);
                callback.succeeded();
            } else if (read.method().equals("HEAD")) {
                content.close();
                head(answer);
                new Reply(response, callback, true).finish();
            } else {
                write(answer, content);
            }
        }

        /** Has an answer written by this thread. */
        private void write(Answer answer, Answer.Writing writing) {
            head(answer);
            try {
                writing.write(new Reply(response, callback, read.method().equals("HEAD")));
            } catch (IOException | RuntimeException e) {
                LOG.debug("{} {} broke off", read.method(), read.path(), e);
                connection().getEndPoint().close(e);
                callback.failed(e);
            } finally {
                Thread.interrupted(); // it was for this request
            }
        }

        /** Has an answer written whenever the client takes a chunk. An answer of one chunk always has a place. */
        private void write(Answer answer, Content content) {
            Coding coding = answer.mayBeCompressed() ? coding() : null;
            Answers kind = answer.isEndless() ? streams : answers;
            Chunks chunks = new Chunks(content, coding);
            AnswerWriter writer = new AnswerWriter(request, response, callback, chunks, kind);
            try {
                if (writer.begin()) {
                    kind.add(writer);
                }
            } catch (HttpFault e) {
                chunks.close();
                send(fault(e));
                return;
            } catch (IOException | RuntimeException e) {
                chunks.close();
                send(failed(e));
                return;
            }
            head(answer);
            if (coding != null) {
                response.getHeaders().put("Content-Encoding", coding.coding());
            }
            writer.iterate();
        }

        private Answer failed(Exception reason) {
            LOG.error("{} {} failed", read.method(), read.path(), reason);
            return Answer.text(500, "the request failed; the log has the reason");
        }

        private @Nullable Coding coding() {
            try {
                return Negotiation.coding(read.header("Accept-Encoding"), codings);
            } catch (HttpFault e) {
                return null; // a header that cannot be read asks for nothing
            }
        }

        private void head(Answer answer) {
            response.setStatus(answer.status());
            HttpFields.Mutable headers = response.getHeaders();
            answer.headers().forEach((name, value) -> {
                if (name.equals("Vary")) {
                    headers.add(name, value);
                } else {
                    headers.put(name, value);
                }
            });
            if (!headers.contains("Cache-Control")) {
                headers.put("Cache-Control", "no-store");
            }
            if (headers.contains("Access-Control-Allow-Origin")) {
                headers.put(
                        "Access-Control-Expose-Headers",
                        String.join(", ", answer.headers().keySet()));
            }
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        new Exchange(request, response, callback).begin();
        return true;
    }

    private static ServerRequest read(Request request, byte[] body) {
        String path = request.getHttpURI().getPath();
        String query = request.getHttpURI().getQuery();
        return new ServerRequest(
                request.getMethod(), path == null ? "/" : path, query == null ? "" : query, request.getHeaders(), body);
    }
}
