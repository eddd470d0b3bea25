package dev.velella.lift;

import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the key of a stream: a text with holes for the record key, its values, and the topic. They decide about the
 * partition of the record, too, so the records of one stream are in one partition. Values are percent-encoded, and between
 * two of them is a character that no encoded value holds, so that two keys never give the same text; a template that is a single hole gives the value as it is. A field of the key that the
 * template does not use is an error, because keys that differ in it may be in several partitions. Immutable.
 */
final class KeyTemplate {
    private static final Pattern HOLE = Pattern.compile("\\{([^{}]*)}");

    /** What no percent-encoded value holds. */
    private static final Pattern SEPARATOR = Pattern.compile("[^A-Za-z0-9._~%-]");

    /** The text before each hole, and the text after the last hole. */
    private final List<String> constant = new ArrayList<>();

    private final List<Hole> holes = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();

    /**
     * Reads a template.
     *
     * @param pointers receives the pointers into the key
     * @throws IllegalArgumentException if it has no hole for the key, or another hole
     */
    KeyTemplate(String template, PointerSet pointers) {
        Matcher found = HOLE.matcher(template);
        int end = 0;
        while (found.find()) {
            Hole hole = Hole.parse(found.group(1));
            if (hole == null
                    || hole.function() != null
                    || hole.byDefault() != null
                    || (hole.source() != Hole.Source.KEY && hole.source() != Hole.Source.TOPIC)) {
                throw new IllegalArgumentException("has {" + found.group(1)
                        + "}; it may have {key}, {key/field} and {topic} only, without defaults, because they decide about the"
                        + " partition");
            }
            String before = template.substring(end, found.start());
            if (!holes.isEmpty() && !SEPARATOR.matcher(before).find()) {
                throw new IllegalArgumentException("needs a character such as / before " + hole
                        + ", or two keys could become one: a value may hold letters, digits, - . _ and ~ itself");
            }
            constant.add(before);
            holes.add(hole);
            slots.add(hole.source() == Hole.Source.KEY ? pointers.add(hole.name()) : -1);
            end = found.end();
        }
        constant.add(template.substring(end));
        if (holes.stream().noneMatch(hole -> hole.source() == Hole.Source.KEY)) {
            throw new IllegalArgumentException("has no {key} or {key/field}: all records would be one stream");
        }
    }

    /** Whether streams of different topics have different keys. */
    boolean hasTopic() {
        return holes.stream().anyMatch(hole -> hole.source() == Hole.Source.TOPIC);
    }

    /**
     * The key of a record's stream.
     *
     * @throws PayloadException if the record key lacks a value
     */
    String of(String topic, FoundValues key) {
        if (key.other() != null && holes.stream().noneMatch(hole -> hole.name().isEmpty() && isOfKey(hole))) {
            throw new PayloadException(
                    RefusalReason.KEY,
                    "no key: key.template does not use the field " + ErrorText.name(key.other())
                            + " of the record key, so records of several partitions could become one stream; add {key/"
                            + ErrorText.name(key.other()) + "}");
        }
        StringBuilder text = new StringBuilder(constant.get(0));
        boolean isWhole = holes.size() == 1 && constant.stream().allMatch(String::isEmpty);
        for (int i = 0; i < holes.size(); i++) {
            Hole hole = holes.get(i);
            String value = hole.source() == Hole.Source.TOPIC ? topic : value(hole, key, slots.get(i));
            text.append(isWhole ? value : IriText.encoded(value, "")).append(constant.get(i + 1));
        }
        return text.toString();
    }

    private static boolean isOfKey(Hole hole) {
        return hole.source() == Hole.Source.KEY;
    }

    private static String value(Hole hole, FoundValues key, int slot) {
        ValueKind kind = key.kind(slot);
        String value = key.text(slot);
        if (kind != null && !kind.isScalar()) {
            throw new PayloadException(
                    RefusalReason.KEY,
                    "no key: " + hole + " of key.template finds " + kind + "; ask for a field of it");
        }
        if (value == null || value.isEmpty()) {
            throw new PayloadException(
                    RefusalReason.KEY, "no key: the record key has no value for " + hole + " of key.template");
        }
        return value;
    }
}
