package dev.velella.kit.options;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Checks options that name hosts and web sites. Stateless. */
public final class Hosts {
    /** One host, without scheme and port. */
    public static final Validator HOST = each(
            Hosts::isHost, "name of a host", "must be the name or address of a host, without scheme, port and path");

    /** Several hosts, without scheme and port; {@code *} for all. */
    public static final Validator HOSTS = each(
            host -> host.equals("*") || isHost(host),
            "names of hosts",
            "must be names of hosts, without scheme, port and path, such as data.example.org");

    /** Several web sites, as browsers write them in the header {@code Origin}. */
    public static final Validator ORIGINS =
            each(Hosts::isOrigin, "web sites", "must be web sites without path, such as https://app.example.org");

    private static final Pattern NAME = Pattern.compile("[\\p{Alnum}._-]+");
    private static final Pattern IPV6 =
            Pattern.compile("\\p{XDigit}*:\\p{XDigit}*:[\\p{XDigit}:.]*(%[\\p{Alnum}._-]+)?");

    private Hosts() {}

    /** Whether a text is the name or address of a host. An IPv6 address may have brackets. */
    static boolean isHost(String text) {
        boolean hasBrackets = text.startsWith("[") && text.endsWith("]");
        return hasBrackets
                ? IPV6.matcher(text.substring(1, text.length() - 1)).matches()
                : NAME.matcher(text).matches() || IPV6.matcher(text).matches();
    }

    private static boolean isOrigin(String text) {
        try {
            URI uri = new URI(text);
            String path = uri.getRawPath();
            return uri.getScheme() != null
                    && uri.getHost() != null
                    && (path == null || path.isEmpty() || path.equals("/"))
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static Validator each(Predicate<String> isRight, String form, String problem) {
        return LambdaValidator.with(
                (name, value) -> {
                    List<?> all = value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
                    for (Object one : all) {
                        if (!isRight.test(one.toString().strip())) {
                            throw new ConfigException(name, one, problem);
                        }
                    }
                },
                () -> form);
    }
}
