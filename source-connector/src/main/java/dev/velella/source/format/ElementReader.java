package dev.velella.source.format;

import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.rdfpatch.MalformedPatchException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of RDF elements one by one, and holds at most one element and a buffer.
 *
 * <p>Owns the open file. A file without any element is an error. After an error the reader does not read on: every
 * further call throws the same exception. Not thread-safe.
 *
 * @param <E> kind of element: a graph, or a patch
 */
public final class ElementReader<E> implements Closeable {
    /**
     * The place that the parsers append to their messages. It is cut off here, because the place and the reason are
     * separate parts of an {@link InputFormatException}.
     */
    private static final Pattern LOCATION = Pattern.compile("( \\[line -?\\d+(, column -?\\d+)?])+$");

    private final Path file;
    private final ElementContainer<E> container;
    private boolean empty = true;
    private @Nullable InputFormatException failure;

    ElementReader(Path file, ElementContainer<E> container) {
        this.file = file;
        this.container = container;
    }

    /**
     * The next element, in the order of the file; null at the end.
     *
     * @throws InputFormatException if the file has another format than its name says, is damaged, or holds no element
     */
    public @Nullable E next() {
        return guarded(() -> {
            E element = container.next();
            see(element != null);
            return element;
        });
    }

    /**
     * Skips the next element; false at the end. The element is not parsed if the file marks the borders of elements.
     *
     * @throws InputFormatException as {@link #next()}
     */
    public boolean skip() {
        Boolean skipped = guarded(() -> {
            boolean found = container.skip();
            see(found);
            return found;
        });
        return Boolean.TRUE.equals(skipped);
    }

    /** The current place of the reading, for messages: an archive entry, a line or a frame. May be empty. */
    public String place() {
        return container.place();
    }

    @Override
    public void close() throws IOException {
        container.close();
    }

    /**
     * Reads to the end of the file. Parses only as much as is needed to see that the file is whole.
     *
     * @throws InputFormatException as {@link #next()}
     */
    void drain() {
        guarded(() -> {
            container.drain();
            return null;
        });
    }

    private void see(boolean element) {
        if (!element && empty) {
            failure = new InputFormatException(file, "", "the file holds no element");
            throw failure;
        }
        empty = false;
    }

    private <T> @Nullable T guarded(Reading<T> reading) {
        if (failure != null) {
            throw failure;
        }
        try {
            return reading.read();
        } catch (IOException e) {
            failure = failure(container.place(), InputFormatException.reason(e), e);
        } catch (RDFParseException e) {
            String line = e.getLineNumber() < 1 ? "" : "line " + e.getLineNumber();
            failure = failure(join(container.place(), line), reason(e), e);
        } catch (RDFHandlerException e) {
            failure = failure(container.place(), InputFormatException.reason(e), e);
        } catch (MalformedJellyException e) {
            String row = e.row() < 0 ? "" : "row " + e.row() + ", ";
            failure = failure(join(container.place(), row + "byte " + e.offset()), e.reason(), e);
        } catch (MalformedPatchException e) {
            failure = failure(join(container.place(), (e.column() == 0 ? "row " : "line ") + e.line()), e.reason(), e);
        } catch (StackOverflowError e) {
            failure = failure(container.place(), "terms are nested too deeply", e);
        } catch (InputFormatException e) {
            throw e;
        } catch (RuntimeException e) { // parsers throw more than they declare
            failure = failure(container.place(), InputFormatException.reason(e), e);
        }
        throw failure;
    }

    private InputFormatException failure(String place, String reason, Throwable cause) {
        return new InputFormatException(file, place, reason, cause);
    }

    private static String join(String place, String detail) {
        return place.isEmpty() || detail.isEmpty() ? place + detail : place + ": " + detail;
    }

    /**
     * The reason of a parser's error. Parsers copy the message of the exception that they caught, and copy a missing
     * message as "null".
     */
    private static String reason(RDFParseException e) {
        String said = LOCATION.matcher(InputFormatException.reason(e)).replaceFirst("");
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return said.equals("null") ? InputFormatException.reason(root) : said;
    }

    private interface Reading<T> {
        @Nullable
        T read() throws IOException;
    }
}
