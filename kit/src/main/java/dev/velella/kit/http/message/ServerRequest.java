package dev.velella.kit.http.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/**
 * A request, read. Percent signs are decoded strictly, a plus sign in a parameter is a space. Immutable.
 *
 * @param method in upper case
 * @param path path as it was sent, percent-encoded
 * @param query query as it was sent; empty if there is none
 * @param headers the headers
 * @param body the body; empty if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these records
public record ServerRequest(String method, String path, String query, HttpFields headers, byte[] body) {

    /** The parameters of the query. */
    public Map<String, List<String>> parameters() {
        return parameters(query);
    }

    /**
     * The parameters of the query.
     *
     * @param known names that the route knows
     * @throws HttpFault if there is another parameter, so that a misspelt one does not change the meaning
     */
    public Map<String, List<String>> parameters(Set<String> known) {
        Map<String, List<String>> parameters = parameters();
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new HttpFault(
                        400,
                        "unknown parameter '" + name + "'; known are "
                                + String.join(", ", known.stream().sorted().toList()));
            }
        }
        return parameters;
    }

    public static Map<String, List<String>> parameters(String form) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        if (form.isEmpty()) {
            return parameters;
        }
        for (String pair : form.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            parameters
                    .computeIfAbsent(decoded(name.replace('+', ' ')), each -> new ArrayList<>())
                    .add(decoded(value.replace('+', ' ')));
        }
        return parameters;
    }

    /** The one value of a parameter; null if there is none. */
    public static @Nullable String one(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new HttpFault(400, "the parameter '" + name + "' is given " + values.size() + " times");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    /**
     * Decodes percent signs.
     *
     * @throws HttpFault if one has no two hexadecimal digits behind it, or the bytes are not UTF-8
     */
    public static String decoded(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.put(raw[i]);
                continue;
            }
            int high = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 1], 16) : -1;
            int low = i + 2 <= raw.length - 1 ? Character.digit(raw[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw new HttpFault(400, "a percent sign without two hexadecimal digits in '" + text + "'");
            }
            bytes.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new HttpFault(400, "the bytes of '" + text + "' are not UTF-8");
        }
    }

    /** All values of a header, joined by commas; null if there is none. */
    @Nullable
    public String header(String name) {
        List<String> values = new ArrayList<>();
        for (HttpField field : headers) {
            if (field.getName().equalsIgnoreCase(name) && field.getValue() != null) {
                values.add(field.getValue());
            }
        }
        return values.isEmpty() ? null : String.join(",", values);
    }
}
