package dev.velella.view.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.state.StoredMeaning;
import dev.velella.jelly.JellyGraphDecoder;
import dev.velella.jelly.JellyGraphEncoder;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.value.LightValueFactory;
import dev.velella.rdf.RdfGraph;
import dev.velella.view.ViewSet;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.ViewDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/**
 * Definitions and static data that hold from one record of a partition on. Each partition gets the same bytes, in parts that
 * fit into records. Immutable.
 *
 * @param number counts the epochs of an application from 1
 * @param definitions in the order of their names
 * @param fixed static data
 */
record Epoch(long number, List<ViewDefinition> definitions, List<Statement> fixed) {
    /** Keys of the records of parts begin so; the topic of epochs is compacted. */
    static final String PART = "part-";

    /** Of the bytes below, in the topic and in the state; versions that do not know it refuse them. */
    static final int FORMAT = 1;

    private static final JsonMapper JSON = new JsonMapper();
    private static final int HEAD = Long.BYTES + 2 * Integer.BYTES;

    /**
     * One part.
     *
     * @param value the value of its record
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Part(byte[] value) {
        long epoch() {
            return ByteBuffer.wrap(value).getLong();
        }

        int number() {
            return ByteBuffer.wrap(value).getInt(Long.BYTES);
        }

        /**
         * Whether this part is the next one of its epoch. One that is not was left by compaction, of an earlier epoch.
         *
         * @param before values of the parts that came before it
         */
        boolean follows(List<byte[]> before) {
            return number() == 0 || (before.size() == number() && new Part(before.get(0)).epoch() == epoch());
        }

        boolean isLast() {
            return number() + 1 == ByteBuffer.wrap(value).getInt(Long.BYTES + Integer.BYTES);
        }
    }

    /** Compiles the views. */
    ViewSet compile() {
        return ViewSet.compile(definitions, StaticData.of(fixed), number);
    }

    /**
     * The records of the epoch.
     *
     * @param most largest value of a record, in bytes
     */
    List<byte[]> parts(int most) {
        byte[] all = bytes();
        int room = most - HEAD;
        int count = Math.max(1, (all.length + room - 1) / room);
        List<byte[]> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] piece = Arrays.copyOfRange(all, i * room, Math.min(all.length, (i + 1) * room));
            parts.add(ByteBuffer.allocate(HEAD + piece.length)
                    .putLong(number)
                    .putInt(i)
                    .putInt(count)
                    .put(piece)
                    .array());
        }
        return parts;
    }

    private byte[] bytes() {
        ObjectNode object = JSON.createObjectNode();
        object.put("format", FORMAT);
        object.put("epoch", number);
        ArrayNode texts = object.putArray("definitions");
        definitions.forEach(each -> texts.add(each.json()));
        object.put("data", data(fixed));
        try {
            return JSON.writeValueAsBytes(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Static data as bytes, with the labels of their blank nodes. */
    static byte[] data(List<Statement> statements) {
        return statements.isEmpty()
                ? new byte[0]
                : new JellyGraphEncoder(new JellyOptions(PhysicalType.QUADS, TableSizes.BIG, true, 2), Limits.DEFAULT)
                        .encode(RdfGraph.of(statements));
    }

    /** Reads what {@link #data} has written. */
    static List<Statement> statements(byte[] data) {
        return data.length == 0
                ? List.of()
                : new JellyGraphDecoder(LightValueFactory.eager(), Limits.DEFAULT)
                        .decode(data)
                        .statements();
    }

    /**
     * Reads an epoch.
     *
     * @param parts the values of all its records, in order
     * @throws org.apache.kafka.common.config.ConfigException if they have a format that this version does not know
     */
    static Epoch of(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(part -> all.write(part, HEAD, part.length - HEAD));
        try {
            JsonNode object = JSON.readTree(all.toByteArray());
            StoredMeaning.checkFormat(object.path("format").asText("1"), Integer.toString(FORMAT));
            List<ViewDefinition> definitions = new ArrayList<>();
            object.path("definitions").forEach(each -> definitions.add(ViewDefinition.parse(each.textValue())));
            return new Epoch(
                    object.path("epoch").longValue(),
                    definitions,
                    statements(object.path("data").binaryValue()));
        } catch (IOException e) {
            throw new IllegalStateException("the epoch in the state cannot be read", e);
        }
    }
}
