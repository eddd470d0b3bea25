package dev.velella.sink.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A patch goes as one transaction into a store on disk, through a heap that its statements hardly fit into. */
class LargePatchTest {
    private static final int OPERATIONS = Integer.getInteger("velella.operations", 100_000);

    @TempDir
    Path directory;

    @Test
    void aLargePatchNeedsTheMemoryOfItsStatements() throws Exception {
        Process process = ShortLivedJvm.process(
                        64 + OPERATIONS / 1_700,
                        "-Dvelella.operations=" + OPERATIONS,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                        LargePatchTest.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(printed).isZero();
        try (LmdbTarget target = LmdbTarget.open(directory, "sink", Duration.ofSeconds(240), LmdbSettings.DEFAULT)) {
            assertThat(target.status().statements()).isEqualTo(OPERATIONS);
            assertThat(target.durableOffsets().get(StoreWriter.P0)).isEqualTo(1);
        }
    }

    /** Applies the patch to the store in the directory that is named. */
    public static void main(String[] args) {
        List<PatchOperation> rows = new ArrayList<>(OPERATIONS);
        for (int i = 0; i < OPERATIONS; i++) {
            rows.add(new PatchOperation.Add(Stream.statement("s" + i / 4, i, null)));
        }
        try (LmdbTarget target = LmdbTarget.open(Path.of(args[0]), "sink", Duration.ZERO, LmdbSettings.DEFAULT)) {
            Claim claim = target.claim(List.of(StoreWriter.P0)).get(StoreWriter.P0);
            BatchBuilder batch = new BatchBuilder(target);
            PatchBatch.add(batch, StoreWriter.P0, claim, 0, null, null, new RdfPatch(rows));
            target.apply(batch.build());
        }
    }
}
