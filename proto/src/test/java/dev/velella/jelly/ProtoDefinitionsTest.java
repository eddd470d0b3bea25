package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.proto.v1.Grpc;
import dev.velella.jelly.proto.v1.Rdf;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import dev.velella.jelly.proto.v1.patch.Patch;
import dev.velella.rdf.RdfGraph;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Names and numbers of the format: those of Jelly-JVM where it has them, those of the specification elsewhere. Only packages
 * and files have names of their own.
 */
class ProtoDefinitionsTest {
    private static final String PACKAGE = "eu.ostrzyciel.jelly.core.proto.v1.";

    @Test
    void messagesAndEnumsOfJellyRdfEqualThoseOfJellyJvm() {
        FileDescriptor theirs = eu.neverblink.jelly.core.proto.v1.Rdf.getDescriptor();
        assertThat(theirs.getMessageTypes()).isNotEmpty();
        assertThat(shape(Rdf.getDescriptor())).isEqualTo(shape(theirs));
    }

    @Test
    void messagesOfJellyPatchHaveTheNumbersOfTheSpecification() {
        Map<String, String> shape = shape(Patch.getDescriptor());
        assertThat(shape)
                .containsEntry("RdfPatchFrame", "1 rows repeated RdfPatchRow")
                .containsEntry(
                        "RdfPatchRow",
                        "1 options RdfPatchOptions row, 2 statement_add RdfQuad row, 3 statement_delete RdfQuad row,"
                                + " 4 namespace_add RdfPatchNamespace row, 5 namespace_delete RdfPatchNamespace row,"
                                + " 6 transaction_start RdfPatchTransactionStart row,"
                                + " 7 transaction_commit RdfPatchTransactionCommit row,"
                                + " 8 transaction_abort RdfPatchTransactionAbort row, 11 name RdfNameEntry row,"
                                + " 12 prefix RdfPrefixEntry row, 13 datatype RdfDatatypeEntry row,"
                                + " 14 header RdfPatchHeader row, 15 punctuation RdfPatchPunctuation row")
                .containsEntry(
                        "RdfPatchOptions",
                        "1 statement_type PatchStatementType, 2 stream_type PatchStreamType,"
                                + " 3 generalized_statements bool, 4 rdf_star bool, 9 max_name_table_size uint32,"
                                + " 10 max_prefix_table_size uint32, 11 max_datatype_table_size uint32,"
                                + " 15 version uint32")
                .containsEntry(
                        "RdfPatchNamespace",
                        "1 name string, 2 value RdfIri, 3 g_iri RdfIri graph, 4 g_bnode string graph,"
                                + " 5 g_default_graph RdfDefaultGraph graph, 6 g_literal RdfLiteral graph")
                .containsEntry(
                        "RdfPatchHeader",
                        "1 key string, 2 h_iri RdfIri value, 3 h_bnode string value, 4 h_literal RdfLiteral value,"
                                + " 5 h_triple_term RdfTriple value")
                .containsEntry(
                        "PatchStatementType",
                        "0 PATCH_STATEMENT_TYPE_UNSPECIFIED, 1 PATCH_STATEMENT_TYPE_TRIPLES,"
                                + " 2 PATCH_STATEMENT_TYPE_QUADS")
                .containsEntry(
                        "PatchStreamType",
                        "0 PATCH_STREAM_TYPE_UNSPECIFIED, 1 PATCH_STREAM_TYPE_FRAME, 2 PATCH_STREAM_TYPE_FLAT,"
                                + " 3 PATCH_STREAM_TYPE_PUNCTUATED");
    }

    /** Python refuses two files or messages of one name in one process; pyjelly has those with the published names. */
    @Test
    void classesOfOtherLanguagesCanBeLoadedBesideThoseOfAJellyLibrary() {
        for (FileDescriptor file : List.of(Rdf.getDescriptor(), Patch.getDescriptor(), Grpc.getDescriptor())) {
            assertThat(file.getName()).startsWith("dev/velella/jelly/");
        }
        assertThat(Rdf.getDescriptor().getPackage()).isEqualTo("dev.velella.jelly.proto.v1");
        assertThat(Patch.getDescriptor().getPackage()).isEqualTo("dev.velella.jelly.proto.v1.patch");
    }

    @Test
    void callsOfTheServiceHaveTheirPublishedPaths() {
        ServiceDescriptor service = Grpc.getDescriptor().getServices().get(0);
        assertThat(service.getFullName()).isEqualTo(PACKAGE + "RdfStreamService");
        assertThat(service.getMethods())
                .extracting(ProtoDefinitionsTest::call)
                .containsExactly(
                        "SubscribeRdf: RdfStreamSubscribe -> stream RdfStreamFrame",
                        "PublishRdf: stream RdfStreamFrame -> RdfStreamReceived");
        assertThat(shape(Grpc.getDescriptor()))
                .containsEntry("RdfStreamSubscribe", "1 topic string, 2 requested_options RdfStreamOptions")
                .containsEntry("RdfStreamReceived", "");
    }

    @Provide
    Arbitrary<RdfGraph> graphs() {
        return RdfArbitraries.graphs(RdfArbitraries.quads(true, 2));
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 100)
    void bothSetsOfMessagesParseAndWriteTheSameBytes(@ForAll("graphs") RdfGraph graph) throws IOException {
        JellyOptions options = new JellyOptions(PhysicalType.QUADS, TableSizes.SMALL, true, 2);
        byte[] frame = new JellyGraphEncoder(options, Limits.DEFAULT).encode(graph);
        byte[] theirs = eu.neverblink.jelly.core.proto.v1.RdfStreamFrame.parseFrom(frame)
                .toByteArray();
        assertThat(RdfStreamFrame.parseFrom(theirs)).isEqualTo(RdfStreamFrame.parseFrom(frame));
        assertThat(eu.neverblink.jelly.core.proto.v1.RdfStreamFrame.parseFrom(
                        RdfStreamFrame.parseFrom(frame).toByteArray()))
                .isEqualTo(eu.neverblink.jelly.core.proto.v1.RdfStreamFrame.parseFrom(frame));
    }

    private static String call(MethodDescriptor method) {
        return method.getName() + ": " + (method.isClientStreaming() ? "stream " : "")
                + method.getInputType().getName() + " -> " + (method.isServerStreaming() ? "stream " : "")
                + method.getOutputType().getName();
    }

    private static Map<String, String> shape(FileDescriptor file) {
        Map<String, String> shape = new TreeMap<>();
        file.getMessageTypes().forEach(message -> describe(message, shape));
        for (EnumDescriptor type : file.getEnumTypes()) {
            shape.put(
                    name(file, type.getFullName()),
                    type.getValues().stream()
                            .map(value -> value.getNumber() + " " + value.getName())
                            .collect(Collectors.joining(", ")));
        }
        return shape;
    }

    /** A name without the package. */
    private static String name(FileDescriptor file, String fullName) {
        return fullName.substring(file.getPackage().length() + 1);
    }

    private static void describe(Descriptor message, Map<String, String> shape) {
        shape.put(
                name(message.getFile(), message.getFullName()),
                message.getFields().stream()
                        .sorted()
                        .map(ProtoDefinitionsTest::describe)
                        .collect(Collectors.joining(", ")));
        message.getNestedTypes().forEach(inner -> describe(inner, shape));
    }

    private static String describe(FieldDescriptor field) {
        String type =
                switch (field.getType()) {
                    case MESSAGE -> field.getMessageType().getName();
                    case ENUM -> field.getEnumType().getName();
                    default ->
                        field.toProto()
                                .getType()
                                .name()
                                .substring("TYPE_".length())
                                .toLowerCase(Locale.ROOT);
                };
        return field.getNumber() + " " + field.getName() + (field.isRepeated() ? " repeated " : " ") + type
                + (field.getContainingOneof() == null
                        ? ""
                        : " " + field.getContainingOneof().getName());
    }
}
