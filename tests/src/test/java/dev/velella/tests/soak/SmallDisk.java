package dev.velella.tests.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory on a file system of its own, which can be filled. Only root may make one; for others it is a plain directory.
 */
final class SmallDisk implements AutoCloseable {
    private static final int MEGABYTES = 160;

    private final Path directory;
    private final boolean mounted;

    SmallDisk(Path directory) throws IOException, InterruptedException {
        this.directory = Files.createDirectories(directory).toAbsolutePath();
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "soak", this.directory.toString());
        if (mounted) {
            Runtime.getRuntime().addShutdownHook(new Thread(this::close)); // does nothing a second time
        }
    }

    Path directory() {
        return directory;
    }

    /** Whether it has an end. */
    boolean canBeFilled() {
        return mounted;
    }

    /** Takes all room that is left. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filling())) {
            byte[] block = new byte[4096];
            for (int i = 0; i <= MEGABYTES * 256; i++) {
                try {
                    out.write(block);
                } catch (IOException e) {
                    return; // full
                }
            }
        }
        throw new IOException(directory + " does not become full");
    }

    /** Gives it back. */
    void empty() throws IOException {
        Files.deleteIfExists(filling());
    }

    private Path filling() {
        return directory.resolve("filling");
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Override
    public void close() {
        if (mounted) {
            try {
                run("umount", "-l", directory.toString());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
