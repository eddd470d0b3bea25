package dev.velella.lift;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * Finds the values of several JSON pointers (RFC 6901) in one pass over a text in JSON, without keeping the rest, or in a
 * value of Connect. A block is a pointer to an array, or to one object, with a set of pointers into each of its items; with
 * {@code /*} at its end, the items are the values of the members of an object.
 * Numbers are kept as they are written. Not changed once values are read; then thread-safe.
 */
public final class PointerSet {
    /** Ends the pointer of a block over the members of an object. */
    static final String MEMBERS = "/*";

    private final Map<String, Integer> slots = new HashMap<>();
    private final List<PointerSet> blocks = new ArrayList<>();
    private final Node root = new Node();

    /** A node in the tree of all pointers, with the next steps. */
    private static final class Node {
        private final Map<String, Node> members = new HashMap<>();
        private final Map<Integer, Node> items = new HashMap<>();
        private final List<Integer> blocks = new ArrayList<>();
        private final List<Integer> blocksOfMembers = new ArrayList<>();
        private int slot = -1;
        private boolean asks;
        private String pointer = "";

        boolean hasBlocks() {
            return !blocks.isEmpty() || !blocksOfMembers.isEmpty();
        }

        Node child(String token) {
            Node child = members.computeIfAbsent(token, name -> new Node());
            if (token.matches("0|[1-9]\\d{0,8}")) {
                items.put(Integer.valueOf(token), child);
            }
            return child;
        }
    }

    /** A place in the tree of a set, while one value is read for several sets. */
    private record Cursor(PointerSet set, Node node, FoundValues found, @Nullable Cursor next) {}

    /** The number of a pointer, which is added if it is new. The empty pointer is the value itself. */
    public int add(String pointer) {
        int slot = addAside(pointer);
        node(pointer).asks = true;
        return slot;
    }

    /** As {@link #add}, but a value that has only this says nothing ({@link FoundValues#isAsked}). */
    int addAside(String pointer) {
        Integer known = slots.get(pointer);
        if (known != null) {
            return known;
        }
        int slot = slots.size();
        slots.put(pointer, slot);
        Node node = node(pointer);
        node.slot = slot;
        node.pointer = pointer;
        return slot;
    }

    /** The number of a new block, whose pointers are in a set of their own. */
    int addBlock(String pointer, PointerSet ofItems) {
        blocks.add(ofItems);
        int block = blocks.size() - 1;
        if (pointer.endsWith(MEMBERS)) {
            node(pointer.substring(0, pointer.length() - MEMBERS.length()))
                    .blocksOfMembers
                    .add(block);
        } else {
            node(pointer).blocks.add(block);
        }
        return block;
    }

    private Node node(String pointer) {
        Node node = root;
        if (!pointer.isEmpty()) {
            for (String token : pointer.substring(1).split("/", -1)) {
                node = node.child(token.replace("~1", "/").replace("~0", "~"));
            }
        }
        return node;
    }

    /** The number of pointers. */
    int size() {
        return slots.size();
    }

    /** Whether a pointer or block leads into the value, and not to the whole of it. */
    boolean hasSteps() {
        return !root.members.isEmpty() || !blocks.isEmpty();
    }

    /** Gives the pointer to the whole value, if there is one, the text of the value. */
    void setWhole(FoundValues found, String text) {
        if (root.slot >= 0) {
            found.set(root.slot, ValueKind.TEXT, text);
        }
    }

    /** Values of which none is there. */
    FoundValues nothing() {
        return new FoundValues(slots.size(), blocks.size());
    }

    /**
     * Reads the values at the pointers. A null counts as a missing value.
     *
     * @param parser must be at the first token of a value; is at its last token afterwards
     */
    public FoundValues read(JsonParser parser) throws IOException {
        FoundValues found = nothing();
        read(parser, root, found);
        return found;
    }

    private void read(JsonParser parser, Node node, FoundValues found) throws IOException {
        if (node.hasBlocks()) {
            readForAll(parser, new Cursor(this, node, found, null));
            return;
        }
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                mark(node, found, ValueKind.OBJECT);
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    parser.nextToken();
                    Node member = node.members.get(name);
                    if (member == null && node == root) {
                        found.setOther(name);
                    }
                    readOrSkip(parser, member, found);
                }
            }
            case START_ARRAY -> {
                mark(node, found, ValueKind.ARRAY);
                for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                    readOrSkip(parser, node.items.isEmpty() ? null : node.items.get(i), found);
                }
            }
            default -> scalar(parser, node, found);
        }
    }

    private void readOrSkip(JsonParser parser, @Nullable Node node, FoundValues found) throws IOException {
        if (node == null) {
            parser.skipChildren();
        } else {
            read(parser, node, found);
        }
    }

    private static void mark(Node node, FoundValues found, ValueKind kind) {
        if (node.slot >= 0) {
            found.set(node.slot, kind, "");
        }
        noteAsked(node, found);
    }

    private static void noteAsked(Node node, FoundValues found) {
        if (node.asks || node.hasBlocks()) {
            found.setAsked();
        }
    }

    private static void scalar(JsonParser parser, Node node, FoundValues found) throws IOException {
        if (node.slot >= 0) {
            ValueKind kind = kind(parser);
            if (kind != null) {
                found.set(node.slot, kind, parser.getText());
            }
        }
        noteAsked(node, found);
    }

    private static @Nullable ValueKind kind(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> ValueKind.TEXT;
            case VALUE_TRUE, VALUE_FALSE -> ValueKind.BOOLEAN;
            case VALUE_NUMBER_INT -> ValueKind.INTEGER;
            case VALUE_NUMBER_FLOAT -> {
                String text = parser.getText();
                yield text.indexOf('e') < 0 && text.indexOf('E') < 0 ? ValueKind.DECIMAL : ValueKind.DOUBLE;
            }
            default -> null;
        };
    }

    /** Reads one value for several places: a block may be where other pointers lead through. */
    private static void readForAll(JsonParser parser, @Nullable Cursor cursors) throws IOException {
        if (cursors == null) {
            parser.skipChildren();
        } else if (cursors.next == null && !cursors.node.hasBlocks()) {
            cursors.set.read(parser, cursors.node, cursors.found);
        } else if (parser.currentToken() == JsonToken.START_OBJECT) {
            Cursor all = withItems(cursors, true);
            for (Cursor at = all; at != null; at = at.next) {
                mark(at.node, at.found, ValueKind.OBJECT);
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                Cursor next = null;
                for (Cursor at = all; at != null; at = at.next) {
                    next = withMember(at, name, step(at, at.node.members.get(name), next));
                }
                readForAll(parser, next);
            }
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            for (Cursor at = cursors; at != null; at = at.next) {
                mark(at.node, at.found, ValueKind.ARRAY);
            }
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                Cursor next = withItems(cursors, false);
                for (Cursor at = cursors; at != null; at = at.next) {
                    next = withMember(at, Integer.toString(i), step(at, at.node.items.get(i), next));
                }
                readForAll(parser, next);
            }
        } else {
            boolean isNull = parser.currentToken() == JsonToken.VALUE_NULL;
            for (Cursor at = isNull ? cursors : withItems(cursors, true); at != null; at = at.next) {
                scalar(parser, at.node, at.found);
            }
        }
    }

    /** Begins an item of each block over members at a place. */
    private static @Nullable Cursor withMember(Cursor at, String name, @Nullable Cursor next) {
        Cursor all = next;
        for (int block : at.node.blocksOfMembers) {
            PointerSet items = at.set.blocks.get(block);
            all = new Cursor(
                    items, items.root, at.found.addItem(block, items.nothing().named(name)), all);
        }
        return all;
    }

    private static @Nullable Cursor step(Cursor from, @Nullable Node to, @Nullable Cursor next) {
        return to == null ? next : new Cursor(from.set, to, from.found, next);
    }

    /**
     * Begins an item of each block at these places.
     *
     * @param withOuter whether the places themselves are in the result, too; a value that is no array is its own only item
     */
    private static @Nullable Cursor withItems(Cursor cursors, boolean withOuter) {
        Cursor all = null;
        for (Cursor at = cursors; at != null; at = at.next) {
            if (withOuter) {
                all = new Cursor(at.set, at.node, at.found, all);
            }
            for (int block : at.node.blocks) {
                PointerSet items = at.set.blocks.get(block);
                all = new Cursor(items, items.root, at.found.addItem(block, items.nothing()), all);
            }
        }
        return all;
    }

    /**
     * Reads the values at the pointers in a value of Connect. A null counts as a missing value.
     *
     * @param schema null if there is none
     * @throws IllegalArgumentException if a value at a pointer has no text of its own
     */
    FoundValues read(@Nullable Schema schema, @Nullable Object value) {
        FoundValues found = nothing();
        read(schema, value, root, found);
        return found;
    }

    /** As {@link #read(Schema, Object)}, and also looks for a member to which no pointer leads. */
    FoundValues readAll(@Nullable Schema schema, @Nullable Object value) {
        FoundValues found = read(schema, value);
        noteOther(value, found);
        return found;
    }

    private void read(@Nullable Schema schema, @Nullable Object value, Node node, FoundValues found) {
        noteAsked(node, found);
        if (value == null) {
            return;
        }
        for (int block : node.blocks) {
            PointerSet items = blocks.get(block);
            if (value instanceof Iterable<?> all) {
                for (Object item : all) {
                    found.addItem(block, items.read(valueSchema(schema), item));
                }
            } else {
                found.addItem(block, items.read(schema, value));
            }
        }
        for (int block : node.blocksOfMembers) {
            readMembers(schema, value, blocks.get(block), item -> found.addItem(block, item));
        }
        if (node.slot >= 0) {
            ValueKind kind = ConnectText.kind(schema, value);
            try {
                found.set(node.slot, kind, kind.isScalar() ? ConnectText.text(schema, value) : "");
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the value at {" + node.pointer + "} is " + e.getMessage(), e);
            }
        }
        if (node.members.isEmpty()) {
            return;
        }
        if (value instanceof Struct struct) {
            node.members.forEach((name, child) -> {
                Field field = struct.schema().field(name);
                if (field != null) {
                    read(field.schema(), struct.get(field), child, found);
                }
            });
        } else if (value instanceof Map<?, ?> map) {
            node.members.forEach((name, child) -> {
                if (map.containsKey(name)) {
                    read(valueSchema(schema), map.get(name), child, found);
                }
            });
        } else if (value instanceof List<?> list) {
            node.items.forEach((index, child) -> {
                if (index < list.size()) {
                    read(valueSchema(schema), list.get(index), child, found);
                }
            });
        }
    }

    private static void readMembers(
            @Nullable Schema schema, Object value, PointerSet items, Consumer<FoundValues> found) {
        if (value instanceof Struct struct) {
            for (Field field : struct.schema().fields()) {
                found.accept(items.read(field.schema(), struct.get(field)).named(field.name()));
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) ->
                    found.accept(items.read(valueSchema(schema), member).named(String.valueOf(name))));
        } else if (value instanceof Iterable<?> all) {
            int number = 0;
            for (Object item : all) {
                found.accept(items.read(valueSchema(schema), item).named(Integer.toString(number++)));
            }
        }
    }

    private void noteOther(@Nullable Object value, FoundValues found) {
        if (value instanceof Struct struct) {
            struct.schema().fields().stream()
                    .map(Field::name)
                    .filter(name -> !root.members.containsKey(name))
                    .findFirst()
                    .ifPresent(found::setOther);
        } else if (value instanceof Map<?, ?> map) {
            map.keySet().stream()
                    .map(String::valueOf)
                    .filter(name -> !root.members.containsKey(name))
                    .findFirst()
                    .ifPresent(found::setOther);
        }
    }

    private static @Nullable Schema valueSchema(@Nullable Schema schema) {
        return schema == null ? null : schema.valueSchema();
    }
}
