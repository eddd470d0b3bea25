package dev.velella.kit.access;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Settings of TLS for a client: the certificates that the client trusts, and its own key and certificate. The class
 * reads the files when a method asks for them. Immutable; its text holds no secret.
 *
 * @param trusted file with the certificates of the authorities that may sign the certificates of servers; null for the
 *     authorities that Java trusts
 * @param own key and certificate of the client, for servers that ask for one; null if the client has none
 */
public record Tls(@Nullable StoreFile trusted, @Nullable StoreFile own) {
    /** The client trusts the authorities that Java trusts, and has no certificate. */
    public static final Tls DEFAULT = new Tls(null, null);

    /** The type of a file that holds certificates as text. */
    static final String PEM = "PEM";

    /**
     * A file of keys or certificates.
     *
     * @param password of the file; null if it has none
     * @param keyPassword of the key in the file; null if the key has the same password as the file
     * @param type PEM for certificates, else a type that {@link KeyStore#getInstance(String)} takes
     */
    public record StoreFile(String location, @Nullable String password, @Nullable String keyPassword, String type) {
        private KeyStore load() throws IOException, GeneralSecurityException {
            KeyStore store = KeyStore.getInstance(type.equals(PEM) ? "PKCS12" : type);
            try (InputStream in = Files.newInputStream(Path.of(location))) {
                if (!type.equals(PEM)) {
                    store.load(in, characters(password));
                    return store;
                }
                store.load(null, null);
                int number = 0;
                for (Certificate certificate :
                        CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("ca-" + number++, certificate);
                }
            }
            return store;
        }

        private static char @Nullable [] characters(@Nullable String secret) {
            return secret == null ? null : secret.toCharArray();
        }

        private IllegalArgumentException unreadable(Exception e) {
            return new IllegalArgumentException("cannot be read as " + type + ": " + location + ": " + reason(e), e);
        }

        private static String reason(Exception e) {
            if (e instanceof NoSuchFileException) {
                return "no such file";
            } else if (e instanceof EOFException) {
                return "it ends too early";
            }
            boolean saysWhy = e.getMessage() != null && !(e instanceof FileSystemException);
            return saysWhy ? String.valueOf(e.getMessage()) : e.toString();
        }

        @Override
        public String toString() {
            return location + " (" + type + ")";
        }
    }

    /**
     * Reads the trusted certificates; null if the client trusts the authorities that Java trusts.
     *
     * @throws IllegalArgumentException if the file cannot be read or holds no certificate; the message says why, and
     *     holds no secret
     */
    public @Nullable TrustManagerFactory trust() {
        if (trusted == null) {
            return null;
        }
        try {
            KeyStore store = trusted.load();
            if (store.size() == 0) {
                throw new IllegalArgumentException("holds no certificate: " + trusted.location());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return trust;
        } catch (IOException | GeneralSecurityException e) {
            throw trusted.unreadable(e);
        }
    }

    /**
     * Reads the client's own key and certificate; null if it has none.
     *
     * @throws IllegalArgumentException if the file cannot be read; the message says why, and holds no secret
     */
    public @Nullable KeyManagerFactory keys() {
        if (own == null) {
            return null;
        }
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            String password = own.keyPassword() == null ? own.password() : own.keyPassword();
            keys.init(own.load(), StoreFile.characters(password));
            return keys;
        } catch (IOException | GeneralSecurityException e) {
            throw own.unreadable(e);
        }
    }

    /**
     * Makes a TLS context that trusts these certificates and has these keys. Reads the files. If there are no files,
     * this is the default context of the JVM.
     *
     * @throws IllegalArgumentException as {@link #trust} and {@link #keys}
     */
    public SSLContext context() {
        TrustManagerFactory trust = trust();
        KeyManagerFactory keys = keys();
        try {
            if (trust == null && keys == null) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    keys == null ? null : keys.getKeyManagers(), trust == null ? null : trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("these files cannot be used for TLS: " + e.getMessage(), e);
        }
    }
}
