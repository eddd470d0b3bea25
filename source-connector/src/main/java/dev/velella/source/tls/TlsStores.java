package dev.velella.source.tls;

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
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Files of keys and certificates, for encrypted connections. */
public final class TlsStores {
    private TlsStores() {}

    /**
     * Trusts the certificates in a file: a key store of type PKCS12 or JKS, or PEM.
     *
     * @throws IllegalArgumentException if it cannot be read; the message says why, and holds no secret
     */
    public static TrustManagerFactory trust(String file, String type, char @Nullable [] password) {
        try {
            KeyStore store = type.equals("PEM") ? certificates(Path.of(file)) : load(file, type, password);
            if (store.size() == 0) {
                throw new IllegalArgumentException("holds no certificate: " + file);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return trust;
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(file, type, e);
        }
    }

    /**
     * The client's key and certificate in a file: a key store of type PKCS12 or JKS.
     *
     * @throws IllegalArgumentException if it cannot be read; the message says why, and holds no secret
     */
    public static KeyManagerFactory keys(
            String file, String type, char @Nullable [] password, char @Nullable [] keyPassword) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(file, type, password), keyPassword == null ? password : keyPassword);
            return keys;
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(file, type, e);
        }
    }

    private static KeyStore load(String file, String type, char @Nullable [] password)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(type);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            store.load(in, password);
        }
        return store;
    }

    private static KeyStore certificates(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
        }
        return store;
    }

    private static IllegalArgumentException unreadable(String file, String type, Exception e) {
        return new IllegalArgumentException(
                "cannot be read as " + type.toUpperCase(Locale.ROOT) + ": " + file + ": " + reason(e), e);
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
}
