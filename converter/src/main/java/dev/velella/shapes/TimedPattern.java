package dev.velella.shapes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of SPARQL. It looks at a clock while it reads a text, because some expressions read a text for
 * years. Immutable.
 */
final class TimedPattern {
    private final Pattern pattern;

    /**
     * Reads an expression.
     *
     * @param flags letters of {@code s m i x d u q}
     * @throws IllegalArgumentException if the expression or a flag is not known
     */
    TimedPattern(String expression, String flags) {
        int options = 0;
        for (int i = 0; i < flags.length(); i++) {
            char each = flags.charAt(i);
            options |= switch (each) {
                case 's' -> Pattern.DOTALL;
                case 'm' -> Pattern.MULTILINE;
                case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'x' -> Pattern.COMMENTS;
                case 'd' -> Pattern.UNIX_LINES;
                case 'u' -> Pattern.UNICODE_CASE;
                case 'q' -> Pattern.LITERAL;
                default -> throw new IllegalArgumentException("the flag " + each + " of an expression is not known");
            };
        }
        try {
            pattern = Pattern.compile(expression, options);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("is no regular expression: " + e.getDescription(), e);
        }
    }

    /**
     * Whether the text has a place that the expression describes.
     *
     * @param clock called for each character that is read; may throw to end the search
     */
    boolean finds(String text, Runnable clock) {
        return pattern.matcher(new Timed(text, clock)).find();
    }

    /** Goes through all places that the expression describes, as a replacement would. */
    void findsAll(String text, Runnable clock) {
        Matcher matcher = pattern.matcher(new Timed(text, clock));
        while (matcher.find()) {
            clock.run();
        }
    }

    private record Timed(CharSequence text, Runnable clock) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            clock.run();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
