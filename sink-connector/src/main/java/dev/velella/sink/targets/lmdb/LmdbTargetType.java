package dev.velella.sink.targets.lmdb;

import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.LmdbFiles;
import dev.velella.sink.embedded.LmdbTarget;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.embedded.DirectoryOptions;
import dev.velella.sink.targets.embedded.EmbeddedTargetType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;

/** An RDF4J LmdbStore in the worker. */
public final class LmdbTargetType extends EmbeddedTargetType {
    @Override
    public String name() {
        return "lmdb";
    }

    @Override
    public String description() {
        return "an RDF4J LmdbStore in this worker, for more statements than memory can hold; every transaction is on"
                + " disk when it ends; it runs on Linux and macOS, x86-64 and aarch64, and cannot hold quoted triples"
                + " (RDF-star).";
    }

    @Override
    public List<TargetOptionGroup> optionGroups() {
        return List.of(DirectoryOptions.GROUP, LmdbOptions.GROUP);
    }

    @Override
    protected String files() {
        return LmdbFiles.FOLDER;
    }

    @Override
    protected EmbeddedTarget open(
            Path directory, String connector, Duration lockPatience, boolean rebuild, AbstractConfig config) {
        return LmdbTarget.open(
                directory,
                connector,
                lockPatience,
                LmdbOptions.settings(config),
                rebuild,
                DirectoryOptions.history(config));
    }
}
