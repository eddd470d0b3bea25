package dev.velella.tests.soak;

import dev.velella.fixture.ShortLivedJvm;
import dev.velella.tests.ChildJvm;
import dev.velella.tests.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where programs come from: the distribution of this build, or that of another version.
 *
 * @param other folder of the other version's distribution; null for this build
 */
record Distribution(@Nullable Path other) {
    static final Distribution BUILT = new Distribution(null);

    /** The begin of a command line; the main class comes behind it. */
    List<String> jvm(int heapMegabytes, List<String> options) {
        if (other == null) {
            return ChildJvm.ofDistribution(heapMegabytes, options);
        }
        List<String> command = new ArrayList<>(ShortLivedJvm.command(heapMegabytes));
        command.addAll(options);
        command.addAll(List.of("-cp", other.resolve("lib") + "/*"));
        return command;
    }

    /** The folder for a worker's {@code plugin.path}. */
    Path plugins() {
        return (other == null ? Installation.home() : other).resolve("plugins");
    }
}
