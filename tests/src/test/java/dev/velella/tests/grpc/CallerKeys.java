package dev.velella.tests.grpc;

import dev.velella.fixture.Certificate;
import dev.velella.kit.access.Tls;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The files of one side of an encrypted connection, as options and settings of Velella name them. */
public record CallerKeys(Certificate certificate) {
    /** Makes a key of this name, for {@code localhost}. */
    public static CallerKeys make(Path directory, String name) {
        return new CallerKeys(new Certificate(directory, name, "dns:localhost"));
    }

    /** This side's own key. */
    public Tls.StoreFile own() {
        return new Tls.StoreFile(certificate.keyStore().toString(), Certificate.PASSWORD, null, "PKCS12");
    }

    /** For another side that trusts this one. */
    public Tls.StoreFile trusted() {
        return new Tls.StoreFile(certificate.certificate().toString(), null, null, "PEM");
    }

    /** The options {@code ssl.*} of a server or of a command that has this key and trusts another one. */
    public Map<String, String> options(CallerKeys other) {
        Map<String, String> options = new HashMap<>();
        options.put("ssl.keystore.location", certificate.keyStore().toString());
        options.put("ssl.keystore.password", Certificate.PASSWORD);
        options.put("ssl.truststore.location", other.certificate.certificate().toString());
        options.put("ssl.truststore.type", "PEM");
        return options;
    }
}
