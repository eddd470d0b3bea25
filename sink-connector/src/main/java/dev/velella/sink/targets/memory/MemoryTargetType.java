package dev.velella.sink.targets.memory;

import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.embedded.MemoryFiles;
import dev.velella.sink.embedded.MemoryTarget;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.embedded.DirectoryOptions;
import dev.velella.sink.targets.embedded.EmbeddedTargetType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;

/** An RDF4J MemoryStore in the worker. */
public final class MemoryTargetType extends EmbeddedTargetType {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String description() {
        return "an RDF4J MemoryStore in this worker, which writes its file at every checkpoint; a statement takes"
                + " 310 to 400 bytes of heap, so it suits up to about 3 million statements.";
    }

    @Override
    public List<TargetOptionGroup> optionGroups() {
        return List.of(DirectoryOptions.GROUP, DirectoryOptions.CHECKPOINTS);
    }

    @Override
    protected String files() {
        return MemoryFiles.FILE;
    }

    @Override
    protected EmbeddedTarget open(
            Path directory, String connector, Duration lockPatience, boolean rebuild, AbstractConfig config) {
        return MemoryTarget.open(directory, connector, lockPatience, rebuild, DirectoryOptions.history(config));
    }
}
