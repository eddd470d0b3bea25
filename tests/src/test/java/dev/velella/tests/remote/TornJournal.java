package dev.velella.tests.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The journal of a TDB2 database whose process was killed while it wrote an entry. Jena 5.6.0 then refuses to open the database
 * ("Failed to read the journal entry data"), although the entry is of a transaction that was never committed: the entry of the
 * commit comes last.
 */
final class TornJournal {
    private static final Path JOURNAL = Path.of("Data-0001", "journal.jrnl");

    /** Length of the data, checksum, type, component; then the data. */
    private static final int HEADER = 16;

    private TornJournal() {}

    /** Cuts off an entry that is not whole, if there is one. */
    static void mend(Path database) throws IOException {
        Path journal = database.resolve(JOURNAL);
        if (!Files.exists(journal)) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(journal));
        int whole = 0;
        while (bytes.limit() - whole >= HEADER && bytes.limit() - whole - HEADER >= Math.max(0, bytes.getInt(whole))) {
            whole += HEADER + Math.max(0, bytes.getInt(whole));
        }
        if (whole < bytes.limit()) {
            System.out.println(journal + " is cut after " + whole + " of " + bytes.limit() + " bytes");
            try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
                file.truncate(whole);
            }
        }
    }

    /** Leaves the beginning of an entry at the end, as a kill may. */
    static void tear(Path database) throws IOException {
        byte[] header = ByteBuffer.allocate(HEADER).putInt(24).array();
        Files.write(database.resolve(JOURNAL), header, StandardOpenOption.APPEND);
    }
}
