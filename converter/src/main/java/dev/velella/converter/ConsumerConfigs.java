package dev.velella.converter;

import dev.velella.rdf.BoundedMap;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configurations of the consumers that have a {@link JellyLookBack}, by a random token. Connect gives the converter
 * only the converter's own options. From these configurations the converter learns how the consumer of its task reaches
 * the brokers. There is one map for each class loader.
 *
 * <p>Holds secrets, in memory only. Bounded: it keeps 10,000 configurations, and then forgets the oldest. Thread-safe.
 */
final class ConsumerConfigs {
    private static final int MOST = 10_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Map<String, Map<String, Object>> CONFIGS = new BoundedMap<>(MOST);

    private ConsumerConfigs() {}

    /** Keeps a copy of a configuration, and returns a token for it that nobody can guess. */
    static String register(Map<String, ?> config) {
        byte[] bits = new byte[12];
        RANDOM.nextBytes(bits);
        String token = Base64.getUrlEncoder().encodeToString(bits);
        synchronized (CONFIGS) {
            CONFIGS.put(token, new LinkedHashMap<>(config));
        }
        return token;
    }

    /** The configuration of a token; null if nobody registered the token, or if its configuration was forgotten. */
    static @Nullable Map<String, Object> find(String token) {
        synchronized (CONFIGS) {
            return CONFIGS.get(token);
        }
    }

    static void unregister(String token) {
        synchronized (CONFIGS) {
            CONFIGS.remove(token);
        }
    }

    static int size() {
        synchronized (CONFIGS) {
            return CONFIGS.size();
        }
    }
}
