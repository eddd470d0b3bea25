package dev.velella.converter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version of the Velella build. Converter, connectors and command line have the same version. */
public final class VelellaVersion {
    private static final String VERSION = load();

    private VelellaVersion() {}

    /** For example {@code 0.1.0}. */
    public static String get() {
        return VERSION;
    }

    private static String load() {
        try (InputStream in = VelellaVersion.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing from the jar");
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
