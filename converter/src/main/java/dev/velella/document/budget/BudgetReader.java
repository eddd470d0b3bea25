package dev.velella.document.budget;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The text of a document, within a budget. Refuses bytes that are not of its encoding, and skips a byte order mark.
 * Unlike other readers it takes no lock for each character; it is not thread-safe.
 */
public final class BudgetReader extends Reader {
    private static final int MOST_BEGINNING = 200;

    private final Reader in;
    private final char[] block = new char[1 << 13];
    private int position;
    private int limit;
    private boolean hasBegun;
    private String beginning = "";
    private @Nullable IOException failure;

    /** A reader that has read nothing yet. */
    public BudgetReader(InputStream in, Charset encoding, ReadingBudget budget) {
        this(
                encoding.equals(StandardCharsets.UTF_8)
                        ? new Utf8Reader(counted(in, budget), false)
                        : new InputStreamReader(counted(in, budget), encoding.newDecoder()));
    }

    private BudgetReader(Reader in) {
        this.in = in;
    }

    /** A reader of UTF-8 that does not refuse other bytes, but escapes them. */
    public static BudgetReader escaped(InputStream in, ReadingBudget budget) {
        return new BudgetReader(new Utf8Reader(counted(in, budget), true));
    }

    private static InputStream counted(InputStream in, ReadingBudget budget) {
        return new CountedInputStream(in) {
            @Override
            protected void count(long n) {
                budget.bytes(n);
            }
        };
    }

    /**
     * The exception that ended the input; null if there is none. A parser may throw other exceptions of this kind
     * itself.
     */
    @Nullable
    public IOException failure() {
        return failure;
    }

    /** The first characters that were read, for messages. */
    public String beginning() {
        return beginning;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = 0;
        try {
            limit = Math.max(0, in.read(block, 0, block.length));
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        if (!hasBegun && limit > 0) {
            hasBegun = true;
            beginning = new String(block, 0, Math.min(limit, MOST_BEGINNING));
            position = block[0] == '\uFEFF' ? 1 : 0;
            return position < limit || fill();
        }
        return limit > 0;
    }

    @Override
    public int read() throws IOException {
        return position < limit || fill() ? block[position++] : -1;
    }

    @Override
    public int read(char[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (position == limit && !fill()) {
            return -1;
        }
        int n = Math.min(length, limit - position);
        System.arraycopy(block, position, to, offset, n);
        position += n;
        return n;
    }

    @Override
    public boolean ready() throws IOException {
        return position < limit || in.ready();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
