package dev.velella.tests.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The places in the sources where an exception is made that may end a task, the diff app, a service or a command. */
final class MessageSites {
    private static final List<String> MODULES = List.of(
            "kit",
            "converter",
            "source-connector",
            "streams-diff",
            "streams-view",
            "sink-connector",
            "serve",
            "grpc",
            "deploy/app");

    private static final Pattern MADE = Pattern.compile("\\bnew (?:"
            + String.join(
                    "|",
                    "ConnectException",
                    "StoreFailedException",
                    "StoreDamagedException",
                    "StaleClaimException",
                    "StoreInUseException",
                    "EndpointFailedException",
                    "MqttRefusedException",
                    "ClusterAccessException",
                    "KafkaException",
                    "StreamsException",
                    "RejectedRecordException",
                    "PatchRefusedException",
                    "RefusedElementException",
                    "PayloadException",
                    "ElementException",
                    "InputFormatException",
                    "LogException",
                    "UserException",
                    "FileException",
                    "IncompleteStoreException",
                    "MalformedInputException",
                    "DataException",
                    "MissingStateDataException",
                    "MissingDictionaryException",
                    "HttpFailedException")
            + ")\\(");

    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final String EDGES = " :;,.()'\"<>=-";
    private static final int LONGEST = 60;
    private static final int SHORTEST = 12;

    private MessageSites() {}

    /**
     * One place.
     *
     * @param file of the source
     * @param words the longest constant part of the message, at most sixty characters of it
     */
    record Site(String file, String words) {}

    /** All places whose message has words of its own. */
    static List<Site> read() throws IOException {
        List<Site> sites = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    read(file.getFileName().toString(), Files.readString(file), sites);
                }
            }
        }
        return sites;
    }

    static void read(String file, String source, List<Site> sites) {
        Matcher made = MADE.matcher(source);
        while (made.find()) {
            String arguments = JOINED.matcher(source.substring(made.end(), end(source, made.end())))
                    .replaceAll("");
            String words = words(LITERAL.matcher(arguments)
                    .results()
                    .map((MatchResult literal) -> literal.group(1))
                    .toList());
            if (words.length() >= SHORTEST) {
                sites.add(new Site(file, words));
            }
        }
    }

    /** Where the parenthesis is closed that was opened before a place. */
    private static int end(String source, int begin) {
        int depth = 1;
        boolean inText = false;
        int at = begin;
        for (; depth > 0; at++) {
            char c = source.charAt(at);
            if (inText) {
                if (c == '\\') {
                    at++;
                } else if (c == '"') {
                    inText = false;
                }
            } else if (c == '"') {
                inText = true;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            }
        }
        return at - 1;
    }

    private static String words(List<String> literals) {
        String longest = "";
        for (String literal : literals) {
            String text = trimmed(literal.replace("\\\"", "\"").replace("\\\\", "\\"));
            if (text.length() > longest.length()) {
                longest = text;
            }
        }
        if (longest.length() <= LONGEST) {
            return longest;
        }
        String begin = longest.substring(0, LONGEST);
        return trimmed(begin.substring(0, begin.lastIndexOf(' ')));
    }

    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && EDGES.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && EDGES.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }
}
