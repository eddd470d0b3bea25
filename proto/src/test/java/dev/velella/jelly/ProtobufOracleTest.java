package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import dev.velella.jelly.proto.v1.RdfStreamRow;
import dev.velella.jelly.proto.v1.patch.RdfPatchFrame;
import dev.velella.jelly.proto.v1.patch.RdfPatchRow;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The generated messages as a second opinion on what the codec writes and reads. */
class ProtobufOracleTest {
    private static final TableSizes SIZES = new TableSizes(64, 8, 8);

    private final JellyGraphDecoder graphDecoder = new JellyGraphDecoder(RdfArbitraries.VALUES, Limits.DEFAULT);
    private final JellyPatchDecoder patchDecoder = new JellyPatchDecoder(RdfArbitraries.VALUES, Limits.DEFAULT);

    @Provide
    Arbitrary<List<RdfGraph>> graphs() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 2))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Provide
    Arbitrary<List<RdfPatch>> patches() {
        return RdfArbitraries.patches(2).list().ofMinSize(1).ofMaxSize(4);
    }

    @Provide
    Arbitrary<PhysicalType> quadTypes() {
        return Arbitraries.of(PhysicalType.QUADS, PhysicalType.GRAPHS);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void framesOfGraphsAreMessagesInTheOrderOfTheirFields(
            @ForAll("graphs") List<RdfGraph> graphs, @ForAll("quadTypes") PhysicalType type) throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(new JellyOptions(type, SIZES, true, 2), Limits.DEFAULT);
        for (RdfGraph graph : graphs) {
            byte[] frame = encoder.encodeNext(graph, Map.of("key", new byte[] {1, -1}));
            RdfStreamFrame message = RdfStreamFrame.parseFrom(frame);
            assertNothingUnknown(message);
            assertWrittenTheSame(message, frame);
            assertThat(message.getMetadataMap()).isEqualTo(Map.of("key", ByteString.copyFrom(new byte[] {1, -1})));
            assertThat(message.getRowsList()).noneMatch(row -> row.getRowCase() == RdfStreamRow.RowCase.ROW_NOT_SET);
            assertThat(message.getRowsList())
                    .filteredOn(row -> row.hasTriple() || row.hasQuad())
                    .hasSameSizeAs(graph.statements());
            assertThat(message.getRowsList())
                    .filteredOn(RdfStreamRow::hasNamespace)
                    .hasSameSizeAs(graph.namespaces().keySet());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void framesOfPatchesAreMessagesInTheOrderOfTheirFields(@ForAll("patches") List<RdfPatch> patches)
            throws IOException {
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(SIZES, true), Limits.DEFAULT);
        for (RdfPatch patch : patches) {
            byte[] frame = encoder.encodeNext(patch);
            RdfPatchFrame message = RdfPatchFrame.parseFrom(frame);
            assertNothingUnknown(message);
            assertWrittenTheSame(message, frame);
            assertThat(message.getRowsList())
                    .filteredOn(RdfPatchRow::hasStatementAdd)
                    .hasSize(patch.addCount());
            assertThat(message.getRowsList())
                    .filteredOn(RdfPatchRow::hasStatementDelete)
                    .hasSize(patch.deleteCount());
            assertThat(message.getRowsList())
                    .filteredOn(row -> row.hasHeader() || row.hasNamespaceAdd() || row.hasNamespaceDelete())
                    .hasSize((int) patch.operations().stream()
                            .filter(row -> row instanceof PatchOperation.Header
                                    || row instanceof PatchOperation.AddNamespace
                                    || row instanceof PatchOperation.DeleteNamespace)
                            .count());
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void fieldsInAnyOrderAndUnknownOnesMakeNoDifferenceToGraphs(
            @ForAll("graphs") List<RdfGraph> graphs, @ForAll("quadTypes") PhysicalType type, @ForAll long seed)
            throws IOException {
        JellyGraphEncoder encoder = new JellyGraphEncoder(new JellyOptions(type, SIZES, true, 2), Limits.DEFAULT);
        for (RdfGraph graph : graphs) {
            byte[] frame = encoder.encode(graph);
            byte[] shuffled = shuffled(RdfStreamFrame.parseFrom(frame), new Random(seed));
            assertThat(shuffled).isNotEqualTo(frame);
            assertThat(graphDecoder.decode(shuffled)).isEqualTo(graphDecoder.decode(frame));
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 60)
    void fieldsInAnyOrderAndUnknownOnesMakeNoDifferenceToPatches(
            @ForAll("patches") List<RdfPatch> patches, @ForAll long seed) throws IOException {
        JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(SIZES, true), Limits.DEFAULT);
        for (RdfPatch patch : patches) {
            byte[] shuffled = shuffled(RdfPatchFrame.parseFrom(encoder.encode(patch)), new Random(seed));
            assertThat(patchDecoder.decode(shuffled)).isEqualTo(patch);
        }
    }

    /** Byte for byte; but an empty text may be written out, which takes two bytes more. */
    private static void assertWrittenTheSame(Message message, byte[] frame) throws IOException {
        byte[] canonical = message.toByteArray();
        int emptyTexts = emptyTexts(message);
        if (emptyTexts == 0) {
            assertThat(canonical).isEqualTo(frame);
        } else {
            assertThat(message.newBuilderForType().mergeFrom(canonical).build()).isEqualTo(message);
            assertThat(frame.length).isBetween(canonical.length, canonical.length + 2 * emptyTexts);
        }
    }

    private static int emptyTexts(Message message) {
        int n = 0;
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
                for (Object one : field.isRepeated()
                        ? (List<?>) message.getField(field)
                        : message.hasField(field) ? List.of(message.getField(field)) : List.of()) {
                    n += emptyTexts((Message) one);
                }
            } else if (field.getJavaType() == FieldDescriptor.JavaType.STRING
                    && field.getContainingOneof() == null
                    && message.getField(field).equals("")
                    && !field.getName().equals("lex")
                    && !field.getName().equals("stream_name")) {
                n++;
            }
        }
        return n;
    }

    private static void assertNothingUnknown(Message message) {
        assertThat(message.getUnknownFields().asMap()).isEmpty();
        for (Object value : message.getAllFields().values()) {
            for (Object one : value instanceof List<?> list ? list : List.of(value)) {
                if (one instanceof Message inner) {
                    assertNothingUnknown(inner);
                }
            }
        }
    }

    /** The message with its fields in another order, and fields that the format does not know, at every level. */
    private static byte[] shuffled(Message message, Random random) throws IOException {
        List<byte[]> fields = new ArrayList<>();
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE || field.isMapField()) {
                fields.add(message.newBuilderForType()
                        .setField(field, entry.getValue())
                        .buildPartial()
                        .toByteArray());
                continue;
            }
            ByteArrayOutputStream repeated = new ByteArrayOutputStream();
            for (Object one : field.isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue())) {
                byte[] inner = shuffled((Message) one, random);
                CodedOutputStream out = CodedOutputStream.newInstance(repeated);
                out.writeByteArray(field.getNumber(), inner);
                out.flush();
            }
            fields.add(repeated.toByteArray());
        }
        fields.add(unknown(random));
        Collections.shuffle(fields, random);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        fields.forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static byte[] unknown(Random random) throws InvalidProtocolBufferException {
        UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
        switch (random.nextInt(4)) {
            case 0 -> field.addVarint(random.nextLong());
            case 1 -> field.addFixed32(random.nextInt());
            case 2 -> field.addFixed64(random.nextLong());
            default -> field.addLengthDelimited(ByteString.copyFromUtf8("unknown"));
        }
        return UnknownFieldSet.newBuilder()
                .addField(17 + random.nextInt(5000), field.build())
                .build()
                .toByteArray();
    }
}
