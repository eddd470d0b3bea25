package dev.velella.kit.secret;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the form in which logs and messages show a URL. This form has no user and no password. It has the names of the
 * query's parameters, but not their values, because any of them may be a key. Takes any text, because texts that are no
 * URL are shown too.
 */
public final class ShownUrl {
    private static final String HIDDEN = "***";

    /**
     * The longest part before an at sign. A password may hold an at sign, or a slash that its owner has not encoded.
     */
    private static final Pattern USER = Pattern.compile("(?<=//)[^?#]*@");

    /** A value that the owner of the URL has left open, as a placeholder. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[\\w.-]+}");

    private ShownUrl() {}

    /** The URL without the parts that may be secret. A text without {@code //} and {@code ?} stays as it is. */
    public static String of(Object url) {
        String text = url.toString();
        int fragment = text.indexOf('#');
        String whole = fragment < 0 ? text : text.substring(0, fragment);
        int query = whole.indexOf('?');
        String place =
                USER.matcher(query < 0 ? whole : whole.substring(0, query)).replaceAll(HIDDEN + "@");
        return query < 0 ? place : place + "?" + parameters(whole.substring(query + 1));
    }

    /** Whether the shown form leaves out a part of the URL. */
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
