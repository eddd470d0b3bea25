package dev.velella.convert;

import dev.velella.convert.file.InputFile;
import dev.velella.document.budget.CountedInputStream;
import dev.velella.document.write.GraphTarget;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.rdf.RdfGraph;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.rdf4j.model.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Tells on a terminal how far a conversion has come: one line, drawn anew each second, which is gone at the end. A
 * conversion that takes less than two seconds draws nothing. Used by one thread; a terminal that is gone does no harm.
 */
public final class ConversionProgress implements AutoCloseable {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long NEXT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double MEGABYTE = 1e6;

    private final @Nullable PrintWriter terminal;
    private final LongSupplier nanos;
    private final String title;
    private final long total;
    private long due;
    private long bytes;
    private long statements;
    private int drawn;

    /**
     * The progress of a conversion that begins now.
     *
     * @param input name of the input
     * @param terminal where the line is drawn; null if nobody sees it
     * @param nanos a clock
     */
    public ConversionProgress(String input, @Nullable PrintWriter terminal, LongSupplier nanos) {
        this.terminal = terminal;
        this.nanos = nanos;
        title = InputFile.title(input);
        total = input.equals(InputFile.STANDARD) ? 0 : new File(input).length(); // 0 for what is no file
        due = nanos.getAsLong() + FIRST_NANOS;
    }

    /** The input as it is stored, with its bytes counted. */
    InputStream counted(InputStream in) {
        return terminal == null
                ? in
                : new CountedInputStream(in) {
                    @Override
                    protected void count(long n) {
                        bytes += n;
                        look();
                    }
                };
    }

    /** The target, with its statements counted. */
    GraphTarget counted(GraphTarget target) {
        return terminal == null ? target : new Counted(target);
    }

    private void look() {
        long now = nanos.getAsLong();
        if (terminal != null && now - due >= 0) {
            due = now + NEXT_NANOS;
            String line = line();
            terminal.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
            terminal.flush();
            drawn = line.length();
        }
    }

    private String line() {
        String of = total > 0 ? String.format(Locale.ROOT, " of %,.1f", total / MEGABYTE) : "";
        String read = String.format(Locale.ROOT, "%s: %,.1f%s MB read", title, bytes / MEGABYTE, of);
        return statements == 0 ? read : read + String.format(Locale.ROOT, ", %,d statements", statements);
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (terminal != null && drawn > 0) {
            terminal.print("\r" + " ".repeat(drawn) + "\r");
            terminal.flush();
            drawn = 0;
        }
    }

    /** Counts statements on their way to the target. */
    private final class Counted implements GraphTarget {
        private final GraphTarget target;

        Counted(GraphTarget target) {
            this.target = target;
        }

        @Override
        public void options(JellyOptions options) {
            target.options(options);
        }

        @Override
        public void messages() throws IOException {
            target.messages();
        }

        @Override
        public void endMessage() throws IOException {
            target.endMessage();
        }

        @Override
        public void namespace(String prefix, String iri) throws IOException {
            target.namespace(prefix, iri);
        }

        @Override
        public void statement(Statement statement) throws IOException {
            statements++;
            target.statement(statement);
        }

        @Override
        public void frame(RdfGraph graph, Map<String, byte[]> metadata) throws IOException {
            statements += graph.statements().size();
            target.frame(graph, metadata);
        }

        @Override
        public void end() throws IOException {
            target.end();
        }
    }
}
