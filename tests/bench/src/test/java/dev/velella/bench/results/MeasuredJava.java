package dev.velella.bench.results;

import java.util.regex.Pattern;

/**
 * Figures of the pages are of Java 17. Those of another Java have a suite of their own in the file of figures, for example
 * {@code codec-java25}, so that they replace none.
 */
public final class MeasuredJava {
    private static final int USUAL = 17;
    private static final Pattern OTHER = Pattern.compile("-java\\d+$");

    private MeasuredJava() {}

    /** The name in the file of figures of a suite that runs on this Java. */
    public static String suite(String suite) {
        return isUsual() ? suite : suite + "-java" + Runtime.version().feature();
    }

    /** A command as a person would write it on this Java. */
    public static String command(String command) {
        return isUsual()
                ? command
                : "JAVA_HOME=/path/to/java-" + Runtime.version().feature() + " " + command;
    }

    /** The name of the suite without the Java. */
    static String withoutJava(String suite) {
        return OTHER.matcher(suite).replaceFirst("");
    }

    private static boolean isUsual() {
        return Runtime.version().feature() == USUAL;
    }
}
