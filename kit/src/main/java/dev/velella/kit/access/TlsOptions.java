package dev.velella.kit.access;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The options {@code truststore.*}, {@code keystore.*} and {@code key.password} of an encrypted connection, under a
 * prefix such as {@code mqtt.ssl.}. Immutable.
 *
 * @param prefix beginning of the names of the options
 */
public record TlsOptions(String prefix) {
    private static final String TRUSTSTORE = "truststore.";
    private static final String KEYSTORE = "keystore.";
    private static final String KEY = "key.";
    private static final String LOCATION = "location";
    private static final String TYPE = "type";
    private static final String PASSWORD = "password";

    /**
     * Adds the definitions of the options.
     *
     * @param trusted purpose of the certificates in the truststore, as a text for the documentation
     * @param own purpose of the key and certificate in the keystore, as a text for the documentation
     */
    public void define(OptionGroup group, String trusted, String own) {
        group.add(
                Option.text(prefix + TRUSTSTORE + LOCATION)
                        .medium()
                        .label("Truststore")
                        .doc(trusted),
                Option.choice(prefix + TRUSTSTORE + TYPE, "PKCS12", List.of("PKCS12", "JKS", Tls.PEM))
                        .label("Truststore type")
                        .doc("Format of the trust store. PEM: the file holds certificates as text."),
                password(TRUSTSTORE, "Truststore password", "Password of the trust store. A PEM file has none."),
                Option.text(prefix + KEYSTORE + LOCATION)
                        .medium()
                        .label("Keystore")
                        .doc(own),
                Option.choice(prefix + KEYSTORE + TYPE, "PKCS12", List.of("PKCS12", "JKS"))
                        .label("Keystore type")
                        .doc("Format of the key store."),
                password(KEYSTORE, "Keystore password", "Password of the key store."),
                password(KEY, "Key password", "Password of the key, if it is not the password of the key store."));
    }

    private Option<Password> password(String of, String label, String doc) {
        return Option.password(prefix + of + PASSWORD).label(label).doc(doc);
    }

    /** The option that names the file of trusted certificates. */
    public String trustStore() {
        return prefix + TRUSTSTORE + LOCATION;
    }

    /**
     * Problems of files that cannot be read: a map from the option to a message, which holds no secret.
     *
     * @param values parsed values; null for an option whose value is wrong by itself
     */
    public Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        Tls tls = tls(values);
        try {
            tls.trust();
        } catch (IllegalArgumentException e) {
            problems.put(trustStore(), String.valueOf(e.getMessage()));
        }
        try {
            tls.keys();
        } catch (IllegalArgumentException e) {
            problems.put(prefix + KEYSTORE + LOCATION, String.valueOf(e.getMessage()));
        }
        return problems;
    }

    /** The files that the options name. */
    public Tls tls(Map<String, ?> values) {
        return new Tls(file(values, TRUSTSTORE), file(values, KEYSTORE));
    }

    private Tls.@Nullable StoreFile file(Map<String, ?> values, String store) {
        return values.get(prefix + store + LOCATION) instanceof String file
                        && values.get(prefix + store + TYPE) instanceof String type
                ? new Tls.StoreFile(file, secret(values, store + PASSWORD), secret(values, KEY + PASSWORD), type)
                : null;
    }

    private @Nullable String secret(Map<String, ?> values, String option) {
        return values.get(prefix + option) instanceof Password secret ? secret.value() : null;
    }
}
