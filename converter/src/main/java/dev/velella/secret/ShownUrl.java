package dev.velella.secret;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How logs and messages show a URL: without user and password, and with the names of its query's parameters but not with
 * their values, any of which may be a key. Takes any text, because texts that are no URL are shown too.
 */
public final class ShownUrl {
    private static final String HIDDEN = "***";

    /** The longest part before an at sign: a password may hold one, and a slash where its owner did not encode it. */
    private static final Pattern USER = Pattern.compile("(?<=//)[^?#]*@");

    /** A value that the owner of the URL has left open. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    private ShownUrl() {}

    /** The URL without what may be a secret; a text without {@code //} and {@code ?} is shown as it is. */
    public static String of(Object url) {
        String text = url.toString();
        int fragment = text.indexOf('#');
        String whole = fragment < 0 ? text : text.substring(0, fragment);
        int query = whole.indexOf('?');
        String place =
                USER.matcher(query < 0 ? whole : whole.substring(0, query)).replaceAll(HIDDEN + "@");
        return query < 0 ? place : place + "?" + parameters(whole.substring(query + 1));
    }

    /** Whether something of the URL is not shown. */
    public static boolean hides(String url) {
        return !of(url).equals(url);
    }

    private static String parameters(String query) {
        return Arrays.stream(query.split("&", -1)).map(ShownUrl::parameter).collect(Collectors.joining("&"));
    }

    private static String parameter(String parameter) {
        int equals = parameter.indexOf('=');
        String value = parameter.substring(equals + 1);
        return value.isEmpty() || PLACEHOLDER.matcher(value).matches()
                ? parameter
                : parameter.substring(0, equals + 1) + HIDDEN;
    }
}
