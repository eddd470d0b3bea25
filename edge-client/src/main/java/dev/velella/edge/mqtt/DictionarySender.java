package dev.velella.edge.mqtt;

import com.hivemq.client.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperties;
import com.hivemq.client.mqtt.mqtt5.datatypes.Mqtt5UserProperty;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import dev.velella.edge.DictionaryStream;
import dev.velella.edge.EdgeDictionary;
import dev.velella.edge.EdgeHeader;
import dev.velella.edge.EdgeMessage;
import dev.velella.edge.EdgeSettings;
import dev.velella.edge.EdgeTopics;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes messages that build on a dictionary. The dictionary is a retained message on a topic of its own
 * ({@link EdgeTopics#dictionary}). A message names it only after the broker has it; until then messages stand alone.
 *
 * <p>The broker may lose the retained message. So the sender publishes the dictionary again in three cases:
 *
 * <ul>
 *   <li>The sender starts.
 *   <li>The connection is a new one, or a day has passed, and the messages since then have sixteen times the bytes of the
 *       dictionary.
 *   <li>Half of the time has passed for which the broker keeps the dictionary.
 * </ul>
 *
 * <p>The lock guards all fields; callbacks of the client take it.
 */
final class DictionarySender {
    private static final Logger LOG = System.getLogger(DictionarySender.class.getName());

    /** The bytes of messages between two publications of the same dictionary are at least so many times its own. */
    private static final int SHARE = 16;

    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private final Mqtt5AsyncClient client;
    private final String topic;
    private final EdgeSettings settings;
    private final ReentrantLock lock;
    private final @Nullable DictionaryFile file;
    private final DictionaryStream stream;
    private @Nullable String problem;

    /** Connection in which the dictionary was last published; null before the first. */
    private @Nullable MqttClientConnectionConfig connection;

    private long publishedAt;
    private long bytesSince;
    private boolean isRepeating;

    DictionarySender(Mqtt5AsyncClient client, String topic, EdgeSettings settings, ReentrantLock lock) {
        this.client = client;
        this.topic = topic;
        this.settings = settings;
        this.lock = lock;
        file = settings.dictionaryFile() == null ? null : new DictionaryFile(settings.dictionaryFile());
        stream = new DictionaryStream(settings, known());
    }

    private byte @Nullable [] known() {
        if (file == null) {
            return null;
        }
        try {
            return file.read().orElse(null);
        } catch (IOException e) {
            say("the file " + settings.dictionaryFile() + " cannot be read, so the dictionary is made anew: " + e);
            return null;
        }
    }

    /** Publishes the dictionary of the file, if there is one. To be called before the first graph. */
    CompletableFuture<Void> open() {
        return stream.current().map(this::repeat).orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    /**
     * Publishes the next graph.
     *
     * @return completes when the broker has it
     */
    CompletableFuture<Void> publish(RdfGraph graph) {
        EdgeMessage message = stream.next(graph);
        stream.offer().ifPresent(this::introduce);
        if (isRepetitionDue()) {
            stream.current().ifPresent(payload -> {
                var unused = repeat(payload);
            });
        }
        bytesSince += message.payload().length;
        return client.publish(Mqtt5Publish.builder()
                        .topic(topic)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(message.payload())
                        .contentType(message.header().mediaType())
                        .userProperties(Mqtt5UserProperties.of(Mqtt5UserProperty.of(
                                EdgeHeader.NAME, message.header().text())))
                        .build())
                .thenAccept(DictionarySender::check);
    }

    private boolean isRepetitionDue() {
        if (isRepeating) {
            return false;
        }
        long age = System.nanoTime() - publishedAt;
        boolean isOld = age > DAY_NS;
        boolean isForeign = connection != null && !connection.equals(connection());
        return age > settings.dictionaryExpiry().toNanos() / 2
                || ((isOld || isForeign)
                        && bytesSince
                                > SHARE * stream.current().map(p -> p.length).orElse(0));
    }

    private @Nullable MqttClientConnectionConfig connection() {
        return client.getConfig().getConnectionConfig().orElse(null);
    }

    /** Publishes a new dictionary. Messages build on it when the broker has it. */
    private void introduce(byte[] payload) {
        var unused = retain(
                payload,
                () -> {
                    stream.published();
                    noteRetained();
                    keep(payload);
                },
                reason -> {
                    stream.failed();
                    say("the dictionary is not published, so messages are larger: " + reason);
                });
    }

    /** Publishes the present dictionary once more. If the broker refuses it, messages stand alone from now on. */
    private CompletableFuture<Void> repeat(byte[] payload) {
        isRepeating = true;
        return retain(
                payload,
                () -> {
                    isRepeating = false;
                    noteRetained();
                },
                reason -> {
                    isRepeating = false;
                    stream.forget();
                    say("the dictionary is not published again, so messages stand alone: " + reason);
                });
    }

    /** Publishes a dictionary, and then takes the lock and does the one or the other; the result never fails. */
    private CompletableFuture<Void> retain(byte[] payload, Runnable done, Consumer<String> failed) {
        return retain(payload).handle((nothing, failure) -> {
            lock.lock();
            try {
                if (failure == null) {
                    done.run();
                } else {
                    failed.accept(reason(failure));
                }
            } finally {
                lock.unlock();
            }
            return null;
        });
    }

    private CompletableFuture<Void> retain(byte[] payload) {
        if (client.getConfig()
                .getConnectionConfig()
                .map(known -> !known.getRestrictionsForClient().isRetainAvailable())
                .orElse(false)) {
            return CompletableFuture.failedFuture(new IllegalStateException("the broker retains no messages"));
        }
        return client.publish(Mqtt5Publish.builder()
                        .topic(EdgeTopics.dictionary(settings.topicPrefix(), topic, EdgeDictionary.nameOf(payload)))
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .retain(true)
                        .messageExpiryInterval(settings.dictionaryExpiry().toSeconds())
                        .payload(payload)
                        .build())
                .thenAccept(DictionarySender::check);
    }

    /** @throws CompletionException if the broker has refused the message */
    private static void check(Mqtt5PublishResult result) {
        result.getError().ifPresent(error -> {
            throw new CompletionException(error);
        });
    }

    private void noteRetained() {
        connection = connection();
        publishedAt = System.nanoTime();
        bytesSince = 0;
        problem = null;
    }

    private void keep(byte[] payload) {
        if (file != null) {
            try {
                file.write(payload);
            } catch (IOException e) {
                say("the file " + settings.dictionaryFile()
                        + " cannot be written, so the dictionary is made anew at the next start: " + e);
            }
        }
    }

    private void say(String what) {
        problem = what;
        LOG.log(Level.WARNING, "Device of {0}: {1}", topic, what);
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    }

    /** The reason why messages are larger than they could be; empty if there is none. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
