package dev.velella.sink.store;

import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbSettings;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.versions.HistorySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A process that applies the patches of {@link Stream} "device" to a store with a history, one patch a commit, from
 * where the store stands, and prints the next offset after each. Arguments: kind of store, directory.
 */
public final class HistoryWriter {
    private HistoryWriter() {}

    static EmbeddedTarget open(String kind, Path directory) {
        Duration patience = Duration.ofSeconds(240);
        return kind.equals("memory")
                ? MemoryTarget.open(directory, "sink", patience, false, HistorySettings.FOR_EVER)
                : LmdbTarget.open(
                        directory,
                        "sink",
                        patience,
                        new LmdbSettings(LmdbSettings.DEFAULT.indexes(), 64 << 20, 1),
                        false,
                        HistorySettings.FOR_EVER);
    }

    public static void main(String[] args) {
        try (EmbeddedTarget target = open(args[0], Path.of(args[1]))) {
            Claim claim = target.claim(List.of(StoreWriter.P0)).get(StoreWriter.P0);
            Stream stream = StoreWriter.stream(claim.nextOffset());
            System.out.println("start " + claim.nextOffset());
            for (int i = 0; i < Integer.MAX_VALUE; i++) {
                Stream.Numbered patch = stream.next();
                BatchBuilder batch = new BatchBuilder(target);
                PatchBatch.add(
                        batch,
                        StoreWriter.P0,
                        claim,
                        claim.nextOffset(),
                        stream.key(),
                        patch.position(),
                        patch.patch());
                claim = target.apply(batch.build()).get(StoreWriter.P0);
                if (i % 5 == 4) {
                    target.checkpoint();
                }
                System.out.println(claim.nextOffset());
            }
        }
    }
}
