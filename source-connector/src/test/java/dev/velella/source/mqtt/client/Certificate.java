package dev.velella.source.mqtt.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A key with a certificate that it signed itself, in the forms that the two sides of a connection want. */
public final class Certificate {
    public static final String PASSWORD = "changeit";

    private final Path folder;
    private final String name;

    /** @param names as keytool writes subject alternative names */
    public Certificate(Path folder, String name, String names) {
        this.folder = folder;
        this.name = name;
        try {
            keytool(
                    keyStore(),
                    "-genkeypair",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + name,
                    "-ext",
                    "SAN=" + names,
                    "-validity",
                    "2");
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(keyStore())) {
                store.load(in, PASSWORD.toCharArray());
            }
            java.security.cert.Certificate own = store.getCertificate("own");
            Files.writeString(certificate(), pem("CERTIFICATE", own.getEncoded()));
            byte[] key = store.getKey("own", PASSWORD.toCharArray()).getEncoded();
            Files.writeString(key(), pem("PRIVATE KEY", key));
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("own", own);
            try (OutputStream out = Files.newOutputStream(trustStore())) {
                trusted.store(out, PASSWORD.toCharArray());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(String kind, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    /** Key and certificate, PKCS12. */
    public Path keyStore() {
        return folder.resolve(name + ".p12");
    }

    /** The certificate to be trusted, PKCS12. */
    public Path trustStore() {
        return folder.resolve(name + "-trust.p12");
    }

    /** The certificate, PEM. */
    public Path certificate() {
        return folder.resolve(name + ".pem");
    }

    /** The key, PEM. */
    public Path key() {
        return folder.resolve(name + ".key");
    }

    private static void keytool(Path store, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of(
                "-alias", "own", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(240, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("keytool failed: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
