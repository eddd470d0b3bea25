package dev.velella.bench.codec;

import dev.velella.bench.data.PatchStream;
import dev.velella.bench.data.Workload;
import dev.velella.bench.measure.BenchmarkException;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;

/**
 * What has to hold before a time means anything: every contender reads back what it wrote, each Jelly contender reads
 * what the other wrote, statement by statement; patches are compared by their text, in each object model.
 */
public final class Verification {
    private final int elements;

    /**
     * @param elements how many graphs or patches of each workload are tried
     */
    public Verification(int elements) {
        this.elements = elements;
    }

    /**
     * @throws BenchmarkException if a contender reads something else than was written
     */
    public void run() throws IOException {
        for (Workload workload : Workload.values()) {
            List<RdfGraph> graphs = workload.graphs(elements);
            for (Framing framing : Framing.values()) {
                for (GraphCodec writer : GraphCodec.values()) {
                    List<GraphCodec.Message> messages = ReadGraphs.messages(writer, framing, graphs);
                    for (GraphCodec reader : GraphCodec.values()) {
                        if (reader == writer || (reader.isJelly() && writer.isJelly())) {
                            String what = String.join(
                                    " ", workload.label(), framing.label(), writer.label(), "read by", reader.label());
                            verify(what, graphs, messages, reader.reading(framing), writer.reorders());
                        }
                    }
                }
            }
        }
        for (PatchStream stream : PatchStream.values()) {
            List<RdfPatch> patches = stream.patches(elements);
            for (PatchCodec codec : PatchCodec.values()) {
                verify(stream.label() + " of " + codec.label(), patches, codec);
            }
        }
    }

    private static void verify(
            String what,
            List<RdfGraph> graphs,
            List<GraphCodec.Message> messages,
            GraphCodec.Reading reading,
            boolean reordered)
            throws IOException {
        for (int i = 0; i < graphs.size(); i++) {
            List<Statement> written = graphs.get(i).statements();
            List<Statement> read = reading.read(messages.get(i));
            if (!(reordered ? same(sorted(written), sorted(read)) : same(written, read))) {
                throw new BenchmarkException(what + ": graph " + i + " is not what was written");
            }
        }
    }

    private static boolean same(List<Statement> written, List<Statement> read) {
        if (written.size() != read.size()) {
            return false;
        }
        for (int i = 0; i < written.size(); i++) {
            if (!same(written.get(i), read.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static List<Statement> sorted(List<Statement> statements) {
        return statements.stream()
                .sorted(Comparator.comparing(Statement::toString))
                .toList();
    }

    /** Equal as RDF4J says, and literals by datatype and language too; no contender may invent a context. */
    private static boolean same(Statement written, Statement read) {
        return written.getContext() == null && read.getContext() == null && sameTerms(written, read);
    }

    private static boolean sameTerms(Statement written, Statement read) {
        return written.equals(read)
                && (!(written.getObject() instanceof Literal one)
                        || (read.getObject() instanceof Literal other
                                && one.getDatatype().equals(other.getDatatype())
                                && one.getLanguage().equals(other.getLanguage())));
    }

    /**
     * Whether a graph came out of a topic as it went in, contexts included: in RDF4J's objects, or else by the equality
     * of Jena's.
     *
     * @param reordered whether the order does not matter
     */
    public static boolean same(Object written, Object read, boolean reordered) {
        if (!(written instanceof RdfGraph graph)) {
            return written.equals(read);
        }
        List<Statement> before = graph.statements();
        List<Statement> after =
                ((List<?>) read).stream().map(Statement.class::cast).toList();
        return reordered ? sameQuads(sorted(before), sorted(after)) : sameQuads(before, after);
    }

    private static boolean sameQuads(List<Statement> written, List<Statement> read) {
        if (written.size() != read.size()) {
            return false;
        }
        for (int i = 0; i < written.size(); i++) {
            if (!Objects.equals(written.get(i).getContext(), read.get(i).getContext())
                    || !sameTerms(written.get(i), read.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static void verify(String what, List<RdfPatch> patches, PatchCodec codec) throws IOException {
        List<Object> models = Patches.models(codec, patches);
        List<byte[]> messages = Patches.messages(codec, models);
        PatchCodec.Reading reading = codec.reading();
        for (int i = 0; i < patches.size(); i++) {
            String written = codec.text(models.get(i));
            String read = codec.text(reading.read(messages.get(i)));
            if (!(codec.reorders() ? sorted(read).equals(sorted(written)) : read.equals(written))) {
                throw new BenchmarkException(what + ": patch " + i + " is not what was written");
            }
            if (written.lines().count() != patches.get(i).operations().size()) {
                throw new BenchmarkException(what + ": patch " + i + " has another number of rows in that model");
            }
        }
    }

    private static List<String> sorted(String patch) {
        return patch.lines().sorted().toList();
    }
}
