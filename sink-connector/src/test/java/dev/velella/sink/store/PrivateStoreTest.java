package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.velella.fixture.ShortLivedJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lwjgl.Version;

/** What other users of the machine can do to a store, and to the process that has it open. */
class PrivateStoreTest {
    @TempDir
    Path scratch;

    private static List<String> java(Path temporary, Class<?> main, Object... arguments) {
        List<String> command = ShortLivedJvm.command(256);
        command.addAll(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return command;
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "lmdb"})
    void nobodyElseCanReadOrWriteAStoreWhateverTheUmask(String kind) throws Exception {
        Path store = scratch.resolve("store");
        List<String> open = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
        open.addAll(java(Files.createDirectory(scratch.resolve("tmp")), StoreWriter.class, kind, store, 6, "none", 0));
        run(open);

        List<String> others = new ArrayList<>();
        try (Stream<Path> entries = Files.walk(store)) {
            for (Path entry : entries.toList()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(entry));
                if (!mode.equals(Files.isDirectory(entry) ? "rwx------" : "rw-------")) {
                    others.add(mode + " " + entry);
                }
            }
        }
        // The libraries are LWJGL's files, in a folder of the owner.
        others.removeIf(entry -> entry.contains("/natives/"));
        assertThat(others).isEmpty();
        assertThat(store.resolve(kind.equals("lmdb") ? "natives" : "memorystore.data"))
                .exists();
    }

    /** LWJGL takes what it finds where it would unpack its library, if a check sum fits. */
    @Test
    void aLibraryThatSomebodyPutIntoTheTemporaryFolderIsNotLoaded() throws Exception {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        Path shared = Files.createDirectory(scratch.resolve("tmp"));
        Path place = shared.resolve("lwjgl_" + System.getProperty("user.name"))
                .resolve(Version.getVersion().replace(' ', '-'))
                .resolve(architecture);
        Files.createDirectories(place);
        for (String name : List.of("liblwjgl.so", "liblwjgl_lmdb.so")) {
            String folder = "linux/" + architecture + "/org/lwjgl/" + (name.contains("lmdb") ? "lmdb/" : "");
            Files.write(place.resolve(name), forged(library(folder + name)));
        }
        Path store = scratch.resolve("store");

        List<String> loaded =
                run(java(shared, LoadedLibraries.class, store)).lines().toList();

        assertThat(loaded).isNotEmpty().allMatch(path -> path.startsWith(store.resolve("natives") + "/"));
    }

    private static byte[] library(String resource) throws IOException {
        try (InputStream in = PrivateStoreTest.class.getClassLoader().getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return in.readAllBytes();
        }
    }

    /** Other bytes with the same CRC-32; what is behind the end of a library does not matter to the loader. */
    private static byte[] forged(byte[] original) {
        byte[] changed = new byte[original.length + 4];
        System.arraycopy(original, 0, changed, 0, original.length);
        CRC32 crc = new CRC32();
        crc.update(original);
        int wanted = (int) crc.getValue();
        // Four bytes lead from any check sum to any other: the sum is run back over them from the wanted one.
        int register = ~wanted;
        for (int i = 0; i < 32; i++) {
            register = register < 0 ? (register ^ 0xEDB88320) << 1 | 1 : register << 1;
        }
        register ^= ~wanted; // where the original ends
        ByteArrayOutputStream last = new ByteArrayOutputStream();
        for (int i = 0; i < 4; i++) {
            last.write(register >>> (8 * i));
        }
        System.arraycopy(last.toByteArray(), 0, changed, original.length, 4);
        CRC32 check = new CRC32();
        check.update(changed);
        assertThat(check.getValue()).isEqualTo(crc.getValue());
        return changed;
    }
}
