package dev.velella.outbox.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.capture.OutboxPosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the files of an outbox is found again, and what is damaged in them is not taken for a commit. */
class JournalTest {
    private static final OutboxPosition BEGIN = new OutboxPosition("history", 0, 0);

    /** A commit of this size fills a file. */
    private static final int FILE = 64 << 10;

    @TempDir
    private Path directory;

    private Journal open() throws IOException {
        return Journal.open(directory, false, 0);
    }

    /** A commit whose number is its hash. */
    private static JournalCommit commit(long number, int bytes) {
        return new JournalCommit(
                number,
                1_000 + number,
                number - 1,
                number,
                List.of(("x" + number).repeat(bytes).getBytes(StandardCharsets.US_ASCII)));
    }

    private static void add(Journal journal, JournalCommit... commits) throws IOException {
        journal.prepare(List.of(commits));
        journal.confirm();
    }

    private void write(int bytes, long last) throws IOException {
        try (Journal journal = open()) {
            journal.begin(BEGIN);
            for (long number = 1; number <= last; number++) {
                add(journal, commit(number, bytes));
            }
        }
    }

    private static List<Long> numbers(Journal journal, long after) throws IOException {
        return journal.after(after, Long.MAX_VALUE).stream()
                .map(JournalCommit::number)
                .toList();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".outbox"))
                    .sorted()
                    .toList();
        }
    }

    private static void damage(Path file, int fromEnd) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - fromEnd] ^= 1;
        Files.write(file, bytes);
    }

    /** A crash may leave the length of a file on the disk, and not its last bytes. */
    @Test
    void aLastCommitOfWhichAByteIsDamagedIsCut() throws IOException {
        write(10, 3);
        damage(files().get(0), 1);
        try (Journal journal = open()) {
            assertThat(journal.last()).contains(new OutboxPosition("history", 2, 2));
            assertThat(numbers(journal, 0)).containsExactly(1L, 2L);
            add(journal, commit(3, 20));
        }
        try (Journal journal = open()) {
            assertThat(numbers(journal, 0)).containsExactly(1L, 2L, 3L);
            assertThat(journal.after(2, 0).get(0).frames().get(0))
                    .isEqualTo(commit(3, 20).frames().get(0));
        }
    }

    @Test
    void aLastCommitOfWhichAnyPartIsMissingIsCut() throws IOException {
        write(10, 1);
        long one = Files.size(files().get(0));
        write(10, 2);
        byte[] two = Files.readAllBytes(files().get(0));
        for (int size = (int) one; size <= two.length; size++) {
            Files.write(files().get(0), java.util.Arrays.copyOf(two, size));
            try (Journal journal = open()) {
                assertThat(numbers(journal, 0)).as("%d bytes", size).hasSize(size < two.length ? 1 : 2);
            }
        }
    }

    @Test
    void aDamagedByteBeforeTheLastFileIsRefused() throws IOException {
        write(FILE, 2);
        assertThat(files()).hasSize(2);
        damage(files().get(0), 1);
        assertThatThrownBy(this::open)
                .hasMessageContaining(files().get(0) + " is damaged")
                .hasMessageContaining("move the outbox away, and take a new snapshot");
    }

    @Test
    void filesOfANewerFormatAreRefusedAndNotChanged() throws IOException {
        write(FILE, 2);
        byte[] newer = Files.readAllBytes(files().get(1));
        newer[7] = '2';
        newer[newer.length - 1] ^= 1; // this version would cut it
        Files.write(files().get(1), newer);
        assertThatThrownBy(this::open)
                .hasMessageStartingWith("the outbox has format 2 in " + files().get(1))
                .hasMessageContaining("this version knows format 1");
        assertThat(Files.readAllBytes(files().get(1))).isEqualTo(newer);
    }

    @Test
    void aFileThatIsMissingBetweenOthersIsNoticed() throws IOException {
        write(FILE, 3);
        Files.delete(files().get(1));
        assertThatThrownBy(this::open).hasMessageContaining("does not continue the file before it");
    }

    /** A reader that says it has a commit before the commit is confirmed is ahead of everyone. */
    @Test
    void aPreparedCommitIsNotForgotten() throws IOException {
        try (Journal journal = open()) {
            journal.begin(BEGIN);
            add(journal, commit(1, 10));
            journal.prepare(List.of(commit(2, 10), commit(3, 10)));
            journal.forget(3);
            assertThat(numbers(journal, 0)).as("not shown either").isEmpty();
            journal.confirm();
            assertThat(numbers(journal, 0)).containsExactly(2L, 3L);
            journal.forget(3);
            assertThat(numbers(journal, 0)).isEmpty();
            assertThat(journal.bytes()).isZero();
        }
    }

    @Test
    void aFileStaysAsLongAsAnyOfItsCommitsIsNotForgotten() throws IOException {
        try (Journal journal = open()) {
            journal.begin(BEGIN);
            add(journal, commit(1, 10));
            for (long number = 2; number <= 5; number++) {
                add(journal, commit(number, FILE));
            }
            journal.forget(1);
            assertThat(numbers(journal, 0)).containsExactly(2L, 3L, 4L, 5L);
        }
        try (Journal journal = open()) {
            assertThat(numbers(journal, 1)).containsExactly(2L, 3L, 4L, 5L);
            journal.forget(5);
            assertThat(files())
                    .as("the store's own files may not be on the disk yet")
                    .hasSize(2);
        }
    }

    /** The second group would follow commits that may still be dropped. */
    @Test
    void oneGroupAtATimeIsPrepared() throws IOException {
        try (Journal journal = open()) {
            journal.begin(BEGIN);
            journal.prepare(List.of(commit(1, 10)));
            assertThatThrownBy(() -> journal.prepare(List.of(commit(2, 10)))).isInstanceOf(IllegalStateException.class);
            journal.drop();
            add(journal, commit(1, 20));
            assertThat(numbers(journal, 0)).containsExactly(1L);
        }
    }
}
