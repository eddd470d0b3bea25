package dev.velella.source.format;

import dev.velella.rdf.RdfGraph;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.utils.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * A tar archive. Each file in it is one document, in the order of the archive; directories are ignored.
 *
 * <p>As the format demands, an archive must end with a block of zeros. An archive without it counts as truncated.
 */
final class TarContainer implements ElementContainer<RdfGraph> {
    private static final int BLOCK = 512;

    private final ZeroTail bytes;
    private final HeaderBudget headers;
    private final TarArchiveInputStream tar;
    private final DocumentParser parser;
    private final ElementLimits limits;
    private String place = "";
    private boolean ended;

    TarContainer(InputStream decompressed, ElementLimits limits) {
        this.bytes = new ZeroTail(decompressed);
        this.headers = new HeaderBudget(bytes);
        this.tar = new TarArchiveInputStream(headers, "UTF-8");
        this.parser = new DocumentParser(limits);
        this.limits = limits;
    }

    @Override
    public @Nullable RdfGraph next() throws IOException {
        TarArchiveEntry entry = nextDocument();
        return entry == null ? null : parser.parse(entry.getName(), tar);
    }

    @Override
    public boolean skip() throws IOException {
        return nextDocument() != null;
    }

    @Override
    public void drain() throws IOException {
        while (skip()) {
            // Empty because the archive's reader skips the content of the entry.
        }
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }

    private @Nullable TarArchiveEntry nextDocument() throws IOException {
        while (!ended) {
            TarArchiveEntry entry = nextEntry();
            if (entry == null) {
                end();
            } else if (isDocument(entry)) {
                return entry;
            }
        }
        return null;
    }

    private @Nullable TarArchiveEntry nextEntry() throws IOException {
        if (tar.getCurrentEntry() != null) {
            IOUtils.skip(tar, Long.MAX_VALUE); // the rest of the entry
        }
        headers.begin();
        try {
            return tar.getNextEntry();
        } finally {
            headers.end();
        }
    }

    private boolean isDocument(TarArchiveEntry entry) throws IOException {
        if (!entry.isCheckSumOK()) {
            throw new IOException("not a tar archive, or a damaged entry (wrong check sum)");
        }
        place = "entry " + entry.getName();
        if (entry.isDirectory()) {
            return false;
        }
        if (!entry.isFile() || entry.isLink() || entry.isSymbolicLink()) {
            throw new IOException("is not a regular file");
        }
        if (!DocumentParser.reads(entry.getName())) {
            throw new IOException("unknown kind of file; known are .ttl, .trig, .nt, .nq and .jelly");
        }
        if (entry.getSize() > limits.bytes()) {
            throw LimitedInputStream.tooLarge(limits.bytes());
        }
        return true;
    }

    private void end() throws IOException {
        ended = true;
        place = "";
        boolean whole = bytes.zeros() >= BLOCK;
        // The check sum of a compressed file is checked when its last byte is read.
        bytes.transferTo(OutputStream.nullOutputStream());
        if (!whole) {
            throw new EOFException();
        }
    }
}
