package dev.velella.tests.grpc;

import dev.velella.access.Tls;
import dev.velella.tests.security.SecuredBroker;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * A key with a certificate that it has signed itself, for {@code localhost}: the files of one side of an encrypted connection.
 *
 * @param store key and certificate
 * @param certificate the certificate alone, as text
 */
public record CallerKeys(Path store, Path certificate) {
    /** Makes a key of this name, valid for two days. */
    public static CallerKeys make(Path directory, String name) throws Exception {
        Path store = directory.resolve(name + ".p12");
        SecuredBroker.keytool(
                store,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "2");
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, SecuredBroker.STORE_PASSWORD.toCharArray());
        }
        byte[] encoded = loaded.getCertificate("broker").getEncoded();
        Path certificate = directory.resolve(name + ".pem");
        Files.writeString(
                certificate,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
                        + "\n-----END CERTIFICATE-----\n");
        return new CallerKeys(store, certificate);
    }

    /** This side's own key. */
    public Tls.StoreFile own() {
        return new Tls.StoreFile(store.toString(), SecuredBroker.STORE_PASSWORD, null, "PKCS12");
    }

    /** For another side that trusts this one. */
    public Tls.StoreFile trusted() {
        return new Tls.StoreFile(certificate.toString(), null, null, "PEM");
    }

    /** The options {@code ssl.*} of a server or of a command that has this key and trusts another one. */
    public Map<String, String> options(CallerKeys other) {
        Map<String, String> options = new HashMap<>();
        options.put("ssl.keystore.location", store.toString());
        options.put("ssl.keystore.password", SecuredBroker.STORE_PASSWORD);
        options.put("ssl.truststore.location", other.certificate.toString());
        options.put("ssl.truststore.type", "PEM");
        return options;
    }
}
