package dev.velella.sink.remote;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import org.apache.http.ssl.SSLContextBuilder;
import org.apache.http.ssl.SSLContexts;
import org.jspecify.annotations.Nullable;

/**
 * Whom the sink trusts, and its own certificate. Names of hosts are always checked, whatever the stores hold. Immutable.
 *
 * @param trusted certificates of servers; null for those that Java trusts
 * @param own key and certificate of the sink, for servers that ask for one; null without
 */
public record Tls(@Nullable StoreFile trusted, @Nullable StoreFile own) {
    /** What Java trusts, and no certificate. */
    public static final Tls DEFAULT = new Tls(null, null);

    /**
     * A key store in a file. Its text does not hold the password.
     *
     * @param password of the file, and of the key in it; null without
     * @param type as {@link KeyStore#getInstance(String)} takes it
     */
    public record StoreFile(Path location, @Nullable String password, String type) {
        private KeyStore load() throws IOException, GeneralSecurityException {
            KeyStore store = KeyStore.getInstance(type);
            try (InputStream in = Files.newInputStream(location)) {
                store.load(in, secret());
            }
            return store;
        }

        private char @Nullable [] secret() {
            return password == null ? null : password.toCharArray();
        }

        @Override
        public String toString() {
            return location + " (" + type + ")";
        }
    }

    /**
     * Reads the files.
     *
     * @throws IOException if one cannot be read; its message names it
     */
    public SSLContext context() throws IOException {
        SSLContextBuilder builder = SSLContexts.custom();
        StoreFile reading = trusted;
        try {
            if (trusted != null) {
                builder.loadTrustMaterial(trusted.load(), null);
            }
            reading = own;
            if (own != null) {
                builder.loadKeyMaterial(own.load(), own.secret());
            }
            return builder.build();
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("cannot read " + reading + ": " + e, e);
        }
    }
}
