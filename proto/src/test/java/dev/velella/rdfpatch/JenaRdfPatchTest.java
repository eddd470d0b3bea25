package dev.velella.rdfpatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.PatchOperation.Transaction;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.rdfpatch.RDFChanges;
import org.apache.jena.rdfpatch.binary.RDFChangesWriterBinary;
import org.apache.jena.rdfpatch.changes.RDFChangesBase;
import org.apache.jena.rdfpatch.text.RDFChangesWriterText;
import org.apache.jena.rdfpatch.text.RDFPatchReaderText;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.sparql.core.Quad;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What this writer writes Jena reads as the same patch, and what Jena writes this reader reads. */
class JenaRdfPatchTest {
    private static final ValueFactory VALUES = PatchArbitraries.VALUES;
    private static final Pattern NO_DIGITS = Pattern.compile("(?=.)[+-]?\\.?([eE].*)?");
    private static final IRI S = VALUES.createIRI("urn:s");
    private static final IRI P = VALUES.createIRI("urn:p");

    @Provide
    Arbitrary<RdfPatch> patches() {
        return PatchArbitraries.patches(2);
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void jenaReadsWhatIsWrittenAsTheSamePatch(@ForAll("patches") RdfPatch patch) throws IOException {
        StringBuilder text = new StringBuilder();
        new RdfPatchTextWriter(text).write(patch);
        FromJena read = new FromJena();
        new RDFPatchReaderText(
                        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
                        ErrorHandlerFactory.errorHandlerStrictNoLogging)
                .apply(read);
        assertThat(read.rows).isEqualTo(patch.operations());
    }

    /**
     * Jena does not escape what cannot stand in an IRI, a label or a key, so there is none here. It writes a sign or an
     * exponent alone without quotes if its datatype is of numbers, so they have no such datatype here.
     */
    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void whatJenaWritesIsReadAsTheSamePatch(@ForAll("patches") RdfPatch random) throws IOException {
        List<PatchOperation> rows =
                random.operations().stream().map(JenaRdfPatchTest::writable).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RDFChangesWriterText writer = RDFChangesWriterText.create(out)) {
            rows.forEach(row -> write(row, writer));
        }
        try (RdfPatchTextReader reader = new RdfPatchTextReader(new ByteArrayInputStream(out.toByteArray()), VALUES)) {
            RdfPatch patch = reader.next();
            assertThat(patch == null ? List.of() : patch.operations()).isEqualTo(rows);
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void whatJenaWritesAsThriftIsReadAsTheSamePatch(@ForAll("patches") RdfPatch patch) throws IOException {
        byte[] thrift = thrift(List.of(patch), false);
        assertThat(readThrift(thrift)).isEqualTo(patch.rowCount() == 0 ? List.of() : List.of(patch));
    }

    @Test
    void segmentsOfThriftEndPatchesAndWhatIsCutOrNestedIsRefused() throws IOException {
        RdfPatch one = RdfPatch.change(List.of(), List.of(VALUES.createStatement(S, P, VALUES.createLiteral("1"))));
        RdfPatch two = RdfPatch.change(
                one.operations().stream()
                        .filter(row -> row instanceof PatchOperation.Add)
                        .map(row -> ((PatchOperation.Add) row).statement())
                        .toList(),
                List.of());
        byte[] thrift = thrift(List.of(one, two), true);
        assertThat(readThrift(thrift)).containsExactly(one, two);
        for (int length = 1; length < thrift.length / 2 - 3; length++) {
            byte[] cut = Arrays.copyOf(thrift, length);
            assertThatThrownBy(() -> readThrift(cut)).isInstanceOf(MalformedPatchException.class);
        }
        byte[] nested = thrift(List.of(new RdfPatch(List.of(Transaction.START, Transaction.START))), false);
        assertThatThrownBy(() -> readThrift(nested))
                .hasMessage("row 2: TX in an open transaction: end it with TC or TA first");
        assertThatThrownBy(() -> readThrift("TX .\nTC .\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedPatchException.class);
        try (RdfPatchThriftReader reader =
                new RdfPatchThriftReader(new ByteArrayInputStream(thrift), VALUES, new TextLimits(4, 100, 1, 100))) {
            assertThatThrownBy(() -> reader.next(10)).hasMessageContaining("longer than the limit of 4 bytes");
        }
    }

    /** Changed bytes give patches, or the exception of the reader, and take no more memory than there is input. */
    @Property(edgeCases = EdgeCasesMode.NONE, tries = 300)
    void changedThriftIsReadOrRefused(@ForAll("patches") RdfPatch patch, @ForAll int place, @ForAll byte other)
            throws IOException {
        byte[] thrift = thrift(List.of(patch), true);
        thrift[Math.floorMod(place, thrift.length)] = other;
        try {
            readThrift(thrift);
        } catch (MalformedPatchException e) {
            assertThat(e.reason()).isNotEmpty();
        }
    }

    @Test
    void aBaseDirectionThatJenaWritesIsRefusedByName() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RDFChangesWriterBinary.writeBinary(
                out,
                writer -> writer.add(
                        Quad.defaultGraphIRI,
                        NodeFactory.createURI("urn:s"),
                        NodeFactory.createURI("urn:p"),
                        NodeFactory.createLiteralDirLang("x", "ar", "rtl")));
        assertThatThrownBy(() -> readThrift(out.toByteArray()))
                .isInstanceOf(MalformedPatchException.class)
                .hasMessageContaining("a literal with a base direction is not supported");
    }

    private static byte[] thrift(List<RdfPatch> patches, boolean segments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RDFChangesWriterBinary.writeBinary(out, writer -> {
            for (RdfPatch patch : patches) {
                patch.operations().forEach(row -> write(row, writer));
                if (segments) {
                    writer.segment();
                }
            }
        });
        return out.toByteArray();
    }

    private static List<RdfPatch> readThrift(byte[] thrift) throws IOException {
        List<RdfPatch> patches = new ArrayList<>();
        try (RdfPatchThriftReader reader =
                new RdfPatchThriftReader(new ByteArrayInputStream(thrift), VALUES, TextLimits.DEFAULT)) {
            for (RdfPatch patch = reader.next(1000); patch != null; patch = reader.next(1000)) {
                patches.add(patch);
            }
        }
        return patches;
    }

    @Test
    void segmentsOfJenaEndPatches() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RDFChangesWriterText writer = RDFChangesWriterText.create(out)) {
            writer.txnBegin();
            writer.txnCommit();
            writer.segment();
            writer.segment();
        }
        try (RdfPatchTextReader reader = new RdfPatchTextReader(new ByteArrayInputStream(out.toByteArray()), VALUES)) {
            assertThat(reader.next()).isEqualTo(RdfPatch.change(List.of(), List.of()));
            assertThat(reader.next()).isEqualTo(new RdfPatch(List.of()));
            assertThat(reader.next()).isNull();
        }
    }

    private static String writable(String text) {
        return text.replaceAll("[\\x00-\\x20<>\"{}|^`\\\\]", "_");
    }

    private static Value writable(Value term) {
        if (term instanceof IRI iri) {
            return VALUES.createIRI(writable(iri.stringValue()));
        }
        if (term instanceof BNode node) {
            return VALUES.createBNode(writable(node.getID()));
        }
        if (term instanceof Triple triple) {
            return VALUES.createTriple(
                    (Resource) writable(triple.getSubject()),
                    (IRI) writable(triple.getPredicate()),
                    writable(triple.getObject()));
        }
        Literal literal = (Literal) term;
        if (NO_DIGITS.matcher(literal.getLabel()).matches()) {
            return VALUES.createLiteral(literal.getLabel());
        }
        return literal.getLanguage().isPresent()
                ? literal
                : VALUES.createLiteral(literal.getLabel(), (IRI) writable(literal.getDatatype()));
    }

    private static @Nullable Resource writableGraph(@Nullable Resource graph) {
        return graph == null ? null : (Resource) writable(graph);
    }

    private static Statement writable(Statement statement) {
        return statement(
                (Resource) writable(statement.getSubject()),
                (IRI) writable(statement.getPredicate()),
                writable(statement.getObject()),
                writableGraph(statement.getContext()));
    }

    private static PatchOperation writable(PatchOperation row) {
        if (row instanceof PatchOperation.Header header) {
            return new PatchOperation.Header(
                    "k" + header.key().replaceAll("[^a-zA-Z0-9_.-]", "_") + "k", writable(header.value()));
        }
        if (row instanceof PatchOperation.Add add) {
            return new PatchOperation.Add(writable(add.statement()));
        }
        if (row instanceof PatchOperation.Delete delete) {
            return new PatchOperation.Delete(writable(delete.statement()));
        }
        if (row instanceof PatchOperation.AddNamespace pa) {
            return new PatchOperation.AddNamespace(
                    pa.prefix(), (IRI) writable(pa.namespace()), writableGraph(pa.graph()));
        }
        if (row instanceof PatchOperation.DeleteNamespace pd) {
            return new PatchOperation.DeleteNamespace(pd.prefix(), null, writableGraph(pd.graph()));
        }
        return row;
    }

    private static Statement statement(Resource s, IRI p, Value o, @Nullable Resource g) {
        return g == null ? VALUES.createStatement(s, p, o) : VALUES.createStatement(s, p, o, g);
    }

    private static void write(PatchOperation row, RDFChanges out) {
        if (row instanceof PatchOperation.Header header) {
            out.header(header.key(), node(header.value()));
        } else if (row instanceof PatchOperation.Add add) {
            Statement st = add.statement();
            out.add(graph(st.getContext()), node(st.getSubject()), node(st.getPredicate()), node(st.getObject()));
        } else if (row instanceof PatchOperation.Delete delete) {
            Statement st = delete.statement();
            out.delete(graph(st.getContext()), node(st.getSubject()), node(st.getPredicate()), node(st.getObject()));
        } else if (row instanceof PatchOperation.AddNamespace pa) {
            out.addPrefix(graph(pa.graph()), pa.prefix(), pa.namespace().stringValue());
        } else if (row instanceof PatchOperation.DeleteNamespace pd) {
            out.deletePrefix(graph(pd.graph()), pd.prefix());
        } else {
            switch ((Transaction) row) {
                case START -> out.txnBegin();
                case COMMIT -> out.txnCommit();
                case ABORT -> out.txnAbort();
            }
        }
    }

    private static @Nullable Node graph(@Nullable Resource graph) {
        return graph == null ? null : node(graph);
    }

    private static Node node(Value term) {
        if (term instanceof IRI iri) {
            return NodeFactory.createURI(iri.stringValue());
        }
        if (term instanceof BNode node) {
            return NodeFactory.createBlankNode(node.getID());
        }
        if (term instanceof Triple triple) {
            return NodeFactory.createTripleTerm(
                    node(triple.getSubject()), node(triple.getPredicate()), node(triple.getObject()));
        }
        Literal literal = (Literal) term;
        return literal.getLanguage()
                .map(language -> NodeFactory.createLiteralLang(literal.getLabel(), language))
                .orElseGet(() -> NodeFactory.createLiteralDT(
                        literal.getLabel(),
                        TypeMapper.getInstance()
                                .getSafeTypeByName(literal.getDatatype().stringValue())));
    }

    /** Takes what Jena reads as rows. */
    private static final class FromJena extends RDFChangesBase {
        final List<PatchOperation> rows = new ArrayList<>();

        private static Value value(Node node) {
            if (node.isURI()) {
                return VALUES.createIRI(node.getURI());
            }
            if (node.isBlank()) {
                return VALUES.createBNode(node.getBlankNodeLabel());
            }
            if (node.isTripleTerm()) {
                return VALUES.createTriple(
                        (Resource) value(node.getTriple().getSubject()),
                        (IRI) value(node.getTriple().getPredicate()),
                        value(node.getTriple().getObject()));
            }
            String language = node.getLiteralLanguage();
            return language.isEmpty()
                    ? VALUES.createLiteral(node.getLiteralLexicalForm(), VALUES.createIRI(node.getLiteralDatatypeURI()))
                    : VALUES.createLiteral(node.getLiteralLexicalForm(), language);
        }

        private static Statement of(Node g, Node s, Node p, Node o) {
            return statement((Resource) value(s), (IRI) value(p), value(o), graphOf(g));
        }

        private static @Nullable Resource graphOf(@Nullable Node g) {
            return g == null ? null : (Resource) value(g);
        }

        @Override
        public void header(String key, Node value) {
            rows.add(new PatchOperation.Header(key, value(value)));
        }

        @Override
        public void add(Node g, Node s, Node p, Node o) {
            rows.add(new PatchOperation.Add(of(g, s, p, o)));
        }

        @Override
        public void delete(Node g, Node s, Node p, Node o) {
            rows.add(new PatchOperation.Delete(of(g, s, p, o)));
        }

        @Override
        public void addPrefix(Node graph, String prefix, String uri) {
            rows.add(new PatchOperation.AddNamespace(prefix, VALUES.createIRI(uri), graphOf(graph)));
        }

        @Override
        public void deletePrefix(Node graph, String prefix) {
            rows.add(new PatchOperation.DeleteNamespace(prefix, null, graphOf(graph)));
        }

        @Override
        public void txnBegin() {
            rows.add(Transaction.START);
        }

        @Override
        public void txnCommit() {
            rows.add(Transaction.COMMIT);
        }

        @Override
        public void txnAbort() {
            rows.add(Transaction.ABORT);
        }
    }
}
