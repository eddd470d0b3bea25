package dev.velella.diff.options;

import dev.velella.kit.options.Listener;
import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The address at which the app serves its health, and the option for it. Immutable.
 *
 * @param host name or address to listen on
 * @param port port number; 0 takes a free port
 */
public record HealthListener(String host, int port) {
    /** Address of the endpoint. */
    static final Option<String> OPTION = Option.text(DiffConfig.PREFIX + "health.listener")
            .medium()
            .doc(
                    "Address on which the app answers GET /health/live and GET /health/ready over HTTP: host:port, or only a"
                            + " port for localhost. Port 0 takes a free port, which the log names. Without this option nothing is"
                            + " served. There is no authentication; the answers name the state of the app, and the reason if it"
                            + " failed.");

    /** Adds the option with its type, default and documentation. */
    static void define(ConfigDef def) {
        new OptionGroup(def, "Health").add(OPTION);
    }

    /**
     * Reads the option.
     *
     * @return null if health is not to be served
     * @throws ConfigException if the value is neither host:port nor a port
     */
    static @Nullable HealthListener read(AbstractConfig config) {
        String text = OPTION.orNull(config);
        if (text == null) {
            return null;
        }
        Listener listener = Listener.parse(OPTION.name(), text, 8090);
        return new HealthListener(listener.host(), listener.port());
    }
}
