package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values of several JSON pointers (RFC 6901) in one pass, without keeping the rest of the document. Numbers
 * are kept as they are written. Immutable, thread-safe.
 */
public final class JsonPointers {
    private final int count;
    private final Node root = new Node();

    /** A node in the tree of all pointers, with the next steps. */
    private static final class Node {
        private final Map<String, Node> members = new HashMap<>();
        private final Map<Integer, Node> items = new HashMap<>();
        private int slot = -1;

        Node child(String token) {
            Node child = members.computeIfAbsent(token, name -> new Node());
            if (token.matches("0|[1-9]\\d{0,8}")) {
                items.put(Integer.valueOf(token), child);
            }
            return child;
        }
    }

    /** @param pointers pointers without duplicates */
    public JsonPointers(List<String> pointers) {
        count = pointers.size();
        for (int slot = 0; slot < count; slot++) {
            Node node = root;
            String pointer = pointers.get(slot);
            if (!pointer.isEmpty()) {
                for (String token : pointer.substring(1).split("/", -1)) {
                    node = node.child(token.replace("~1", "/").replace("~0", "~"));
                }
            }
            node.slot = slot;
        }
    }

    /** The number of pointers. */
    public int count() {
        return count;
    }

    /**
     * Reads the texts, numbers and truth values at the pointers, in the order of the pointers; null for a pointer that
     * leads to another kind of value, or nowhere.
     *
     * @param parser must be at the first token of a value; is at its last token afterwards
     */
    public @Nullable String[] read(JsonParser parser) throws IOException {
        @Nullable String[] found = new @Nullable String[count];
        read(parser, root, found);
        return found;
    }

    private static void read(JsonParser parser, Node node, @Nullable String[] found) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    parser.nextToken();
                    readOrSkip(parser, node.members.get(name), found);
                }
            }
            case START_ARRAY -> {
                for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                    readOrSkip(parser, node.items.isEmpty() ? null : node.items.get(i), found);
                }
            }
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                if (node.slot >= 0) {
                    found[node.slot] = parser.getText();
                }
            }
            default -> {
                // A JSON null counts as a missing value.
            }
        }
    }

    private static void readOrSkip(JsonParser parser, @Nullable Node node, @Nullable String[] found)
            throws IOException {
        if (node == null) {
            parser.skipChildren();
        } else {
            read(parser, node, found);
        }
    }
}
