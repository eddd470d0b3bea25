package dev.velella.jelly;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UnknownFieldSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One row of a frame as it stands on the wire: ids are not resolved, and only fields that are set are shown.
 *
 * @param index of the row in the frame, from 0
 * @param offset of the row's first byte after its length, in the frame, from 0
 * @param length of the row in bytes
 * @param message a {@code RdfStreamRow} or {@code RdfPatchRow}
 */
public record RawRow(int index, int offset, int length, Message message) {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    /** Kind of the row: the name of the field that is set, such as {@code options}; empty if none is set. */
    public String kind() {
        for (FieldDescriptor field : message.getAllFields().keySet()) {
            return field.getName();
        }
        return "";
    }

    /**
     * The row in the text format of Protocol Buffers, on one line. Text is readable in every script; control and format
     * characters are escaped, so that it does no harm to a terminal.
     */
    public String text() {
        String text = TextFormat.printer()
                .escapingNonAscii(false)
                .emittingSingleLine(true)
                .printToString(message)
                .strip();
        return NOT_PRINTABLE.matcher(text).replaceAll(match -> {
            StringBuilder octal = new StringBuilder();
            for (byte b : match.group().getBytes(StandardCharsets.UTF_8)) {
                octal.append(String.format("\\\\%03o", b & 0xFF));
            }
            return octal.toString();
        });
    }

    /**
     * The row as nested maps, ready for any writer of JSON: names of fields to maps, lists, strings, booleans and
     * {@link Long}s; enums by name, or by number if the number has no name; bytes in Base64. Unknown fields have their
     * number as a name, and a list of their values.
     */
    public Map<String, Object> tree() {
        return tree(message);
    }

    private static Map<String, Object> tree(Message message) {
        Map<String, Object> tree = new LinkedHashMap<>();
        message.getAllFields().forEach((field, value) -> tree.put(field.getName(), node(value)));
        message.getUnknownFields()
                .asMap()
                .forEach((number, field) -> tree.put(Integer.toString(number), unknown(field)));
        return tree;
    }

    private static Object node(Object value) {
        if (value instanceof Message message) {
            return tree(message);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RawRow::node).toList();
        }
        if (value instanceof EnumValueDescriptor symbol) {
            return symbol.getIndex() < 0 ? (Object) (long) symbol.getNumber() : symbol.getName();
        }
        if (value instanceof ByteString bytes) {
            return Base64.getEncoder().encodeToString(bytes.toByteArray());
        }
        return value instanceof Integer number ? (Object) Integer.toUnsignedLong(number) : value;
    }

    private static List<Object> unknown(UnknownFieldSet.Field field) {
        List<Object> values = new ArrayList<>(field.getVarintList());
        field.getFixed32List().forEach(number -> values.add(Integer.toUnsignedLong(number)));
        values.addAll(field.getFixed64List());
        field.getLengthDelimitedList().forEach(bytes -> values.add(node(bytes)));
        return values;
    }
}
