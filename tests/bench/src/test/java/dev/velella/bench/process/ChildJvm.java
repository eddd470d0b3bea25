package dev.velella.bench.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the class path of this one. */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * Starts the main method of a class. The child's standard input and output are pipes to this process.
     *
     * @param errors where its standard error goes
     */
    public static Process start(Class<?> main, List<String> jvmOptions, List<String> arguments, Redirect errors)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(errors).start();
    }
}
