package dev.velella.tests;

import dev.velella.fixture.ShortLivedJvm;
import java.util.ArrayList;
import java.util.List;

/** Begins of command lines for JVMs with the libraries of the distribution, which share an archive of its classes. */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * A program with the libraries of the distribution; its main class comes behind it.
     *
     * @param jvmOptions more options, which win against those that every JVM here has
     */
    public static List<String> ofDistribution(int heapMegabytes, List<String> jvmOptions) {
        List<String> command = ShortLivedJvm.command(heapMegabytes);
        command.addAll(ClassArchive.options());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", Installation.classPath()));
        return command;
    }

    /** Options for the command {@code velella}, which has a heap and a class path. */
    static String optionsOfCommandLine() {
        List<String> options = new ArrayList<>(ShortLivedJvm.options());
        options.addAll(ClassArchive.options());
        return String.join(" ", options);
    }
}
