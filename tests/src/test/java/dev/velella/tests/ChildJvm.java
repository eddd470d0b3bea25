package dev.velella.tests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Begins of command lines for JVMs that tests start. Such a JVM lives for a minute at most: the optimising compiler and a
 * parallel collector would take more time than they save, and there is one after the other of them. A long run that measures
 * something gives other options in {@code velella.child.jvm}.
 */
public final class ChildJvm {
    private static final List<String> SHORT_LIVED =
            List.of(System.getProperty("velella.child.jvm", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
                    .split(" "));

    private ChildJvm() {}

    /** Any program; class path and main class come behind it. */
    public static List<String> command(int heapMegabytes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapMegabytes + "m");
        command.addAll(SHORT_LIVED);
        return command;
    }

    /**
     * A program with the libraries of the distribution; its main class comes behind it.
     *
     * @param jvmOptions more options, which win against those that every JVM here has
     */
    public static List<String> ofDistribution(int heapMegabytes, List<String> jvmOptions) {
        List<String> command = command(heapMegabytes);
        command.addAll(ClassArchive.options());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", Installation.home().resolve("lib") + "/*"));
        return command;
    }

    /** Options for the command {@code velella}, which has a heap and a class path. */
    static String optionsOfCommandLine() {
        List<String> options = new ArrayList<>(SHORT_LIVED);
        options.addAll(ClassArchive.options());
        return String.join(" ", options);
    }
}
