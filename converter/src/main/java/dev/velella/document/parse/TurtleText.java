package dev.velella.document.parse;

import dev.velella.document.format.LabelCharacters;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import org.eclipse.rdf4j.rio.RDFParseException;

/**
 * The characters of a text of Turtle or TriG, with as much sight ahead as a token needs, and the tokens of the grammar
 * of RDF 1.1 as far as they need no prefixes and no base: the longest token that the characters allow is taken. Errors
 * name line and column. Not thread-safe.
 */
final class TurtleText {
    private final Reader in;
    private char[] buffer = new char[1 << 12];
    private int position;
    private int limit;
    private boolean isEnded;
    private long line = 1;
    /** Characters before the buffer, and before the line. */
    private long dropped;

    private long lineStart;
    private final StringBuilder token = new StringBuilder();

    TurtleText(Reader in) {
        this.in = in;
    }

    long line() {
        return line;
    }

    long column() {
        return dropped + position - lineStart + 1;
    }

    /** Number of characters that were taken. */
    long characters() {
        return dropped + position;
    }

    /** The next character; -1 at the end. */
    int peek() throws IOException {
        return position < limit || fill() ? buffer[position] : -1;
    }

    /** The character that stands so many behind the next one; -1 behind the end. */
    int peek(int ahead) throws IOException {
        while (position + ahead >= limit) {
            if (!fill()) {
                return -1;
            }
        }
        return buffer[position + ahead];
    }

    private boolean fill() throws IOException {
        if (isEnded) {
            return false;
        }
        if (position == limit || position > buffer.length / 2) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            dropped += position;
            limit -= position;
            position = 0;
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * limit);
        }
        int n = in.read(buffer, limit, buffer.length - limit);
        isEnded = n < 0;
        limit += Math.max(0, n);
        return n > 0;
    }

    /** Takes characters that were looked at and hold no end of a line. */
    void skip(int n) {
        position += n;
    }

    private String take(int n) {
        String text = new String(buffer, position, n);
        position += n;
        return text;
    }

    boolean at(String ascii) throws IOException {
        for (int i = 0; i < ascii.length(); i++) {
            if (peek(i) != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    void expect(String ascii, String why) throws IOException {
        if (!at(ascii)) {
            throw unexpected("'" + ascii + "'" + why);
        }
        position += ascii.length();
    }

    /** Skips white space and comments, and gives the character behind them; -1 at the end. */
    int skipSpace() throws IOException {
        for (int c = peek(); ; c = peek()) {
            switch (c) {
                case ' ', '\t', '\r' -> position++;
                case '\n' -> newLine();
                case '#' -> skipComment();
                default -> {
                    return c;
                }
            }
        }
    }

    private void newLine() {
        position++;
        line++;
        lineStart = dropped + position;
    }

    private void skipComment() throws IOException {
        for (int c = peek(); c != -1 && c != '\n' && c != '\r'; c = peek()) {
            position++;
        }
    }

    /** Number of UTF-16 characters of the character of a name (PN_CHARS) at a place ahead; 0 if there is none. */
    private int nameCharacter(int ahead) throws IOException {
        int c = peek(ahead);
        if (c < 0x80) {
            return isLetter(c) || isDigit(c) || c == '_' || c == '-' ? 1 : 0;
        }
        return LabelCharacters.isExtender(c) ? 1 : letterBeyondAscii(ahead);
    }

    private int letterBeyondAscii(int ahead) throws IOException {
        int c = peek(ahead);
        if (!Character.isSurrogate((char) c)) {
            return LabelCharacters.isLetter(c) ? 1 : 0;
        }
        int next = peek(ahead + 1);
        boolean isPair = Character.isHighSurrogate((char) c) && next >= 0 && Character.isLowSurrogate((char) next);
        return isPair && LabelCharacters.isLetter(Character.toCodePoint((char) c, (char) next)) ? 2 : 0;
    }

    /** End of a run of characters of a name and dots; a dot cannot be the last one. */
    private int nameEnd(int from) throws IOException {
        int end = from;
        for (int i = from; ; ) {
            int n = nameCharacter(i);
            if (n > 0) {
                i += n;
                end = i;
            } else if (peek(i) == '.') {
                i++;
            } else {
                return end;
            }
        }
    }

    private boolean atLetter(int ahead) throws IOException {
        int c = peek(ahead);
        return c < 0x80 ? isLetter(c) : letterBeyondAscii(ahead) > 0;
    }

    /** Whether a prefix with its colon is next, which may be the colon alone. */
    boolean atPrefix() throws IOException {
        return peek() == ':' || (atLetter(0) && peek(nameEnd(0)) == ':');
    }

    /** Whether a word of the grammar is next, in this spelling or any case; and not a prefix or a longer word. */
    boolean atWord(String word, boolean anyCase) throws IOException {
        for (int i = 0; i < word.length(); i++) {
            int c = peek(i);
            if (c != word.charAt(i) && !(anyCase && isLetter(c) && Character.toUpperCase(c) == word.charAt(i))) {
                return false;
            }
        }
        return nameCharacter(word.length()) == 0 && !atPrefix();
    }

    /** A prefix and its colon; gives the prefix. */
    String prefix() throws IOException {
        if (!atPrefix()) {
            throw unexpected("a prefix and its colon");
        }
        String prefix = take(peek() == ':' ? 0 : nameEnd(0));
        position++;
        return prefix;
    }

    /** The part of a prefixed name that stands behind its colon; may be empty. */
    String local() throws IOException {
        token.setLength(0);
        while (true) {
            int c = peek();
            if (c == '%') {
                if (!isHexDigit(peek(1)) || !isHexDigit(peek(2))) {
                    throw fail("a % in a prefixed name stands before two hexadecimal digits; else write it \\%");
                }
                token.append(take(3));
            } else if (c == '\\') {
                if (peek(1) < 0 || "_~.-!$&'()*+,;=/?#@%".indexOf(peek(1)) < 0) {
                    position++;
                    throw unexpected("one of _~.-!$&'()*+,;=/?#@% behind the \\ in a prefixed name");
                }
                token.append((char) peek(1));
                position += 2;
            } else if (c == ':') {
                token.append(':');
                position++;
            } else if (c == '.') {
                int dots = dotsWithin();
                if (dots == 0) {
                    return token.toString();
                }
                token.append(take(dots));
            } else {
                int n = nameCharacter(0);
                boolean isFirst = token.isEmpty() && c != '_' && !isDigit(c) && !atLetter(0);
                if (n == 0 || isFirst) {
                    return token.toString();
                }
                token.append(take(n));
            }
        }
    }

    /** Number of dots that are next; 0 if no more of the name stands behind them, or nothing before. */
    private int dotsWithin() throws IOException {
        int dots = 1;
        while (peek(dots) == '.') {
            dots++;
        }
        int c = peek(dots);
        boolean goesOn = c == ':' || c == '%' || c == '\\' || nameCharacter(dots) > 0;
        return goesOn && !token.isEmpty() ? dots : 0;
    }

    /** A label of a blank node, behind its {@code _:}. */
    String label() throws IOException {
        expect("_:", "");
        if (peek() != '_' && !isDigit(peek()) && !atLetter(0)) {
            throw unexpected("the label of a blank node");
        }
        return take(nameEnd(0));
    }

    /** An IRI in angle brackets, as it is written. */
    String iri() throws IOException {
        expect("<", " before an IRI");
        token.setLength(0);
        while (true) {
            int c = peek();
            if (c == '>') {
                position++;
                return token.toString();
            } else if (c == '\\') {
                if (peek(1) != 'u' && peek(1) != 'U') {
                    throw fail("an IRI may only hold Unicode escapes, such as \\u0041: <" + shown());
                }
                escape();
            } else if (c == -1) {
                throw fail("the text ends within an IRI: <" + shown());
            } else if (c <= ' ' || "<\"{}|^`".indexOf(c) >= 0) {
                throw fail(String.format("not an IRI, as it holds the character U+%04X: <%s", c, shown()));
            } else {
                token.append((char) c);
                position++;
            }
        }
    }

    /** The begin of a token for a message. */
    private String shown() {
        return token.length() > 200 ? token.substring(0, 200) + "…" : token.toString();
    }

    /** A string in one of the four kinds of quotation marks. */
    String string() throws IOException {
        int quote = peek();
        if (quote != '"' && quote != '\'') {
            throw unexpected("a string");
        }
        boolean isLong = peek(1) == quote && peek(2) == quote;
        position += isLong ? 3 : 1;
        token.setLength(0);
        while (true) {
            int c = peek();
            if (c == quote && (!isLong || (peek(1) == quote && peek(2) == quote))) {
                position += isLong ? 3 : 1;
                return token.toString();
            } else if (c == '\\') {
                escape();
            } else if (c == -1) {
                throw fail("the text ends within a string");
            } else if ((c == '\n' || c == '\r') && !isLong) {
                throw fail("a line ends within a string; write \\n, or three quotation marks around the string");
            } else {
                token.append((char) c);
                if (c == '\n') {
                    newLine();
                } else {
                    position++;
                }
            }
        }
    }

    private void escape() throws IOException {
        int c = peek(1);
        int plain = c < 0 ? -1 : "tbnrf\"'\\".indexOf(c);
        if (plain >= 0) {
            token.append("\t\b\n\r\f\"'\\".charAt(plain));
            position += 2;
            return;
        }
        int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
        long code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = peek(2 + i);
            code = isHexDigit(digit) ? 16 * code + Character.digit(digit, 16) : Long.MAX_VALUE >> 8;
        }
        if (digits == 0 || code > Character.MAX_CODE_POINT) {
            position++;
            throw unexpected("an escape (one of tbnrf\"'\\, uXXXX or UXXXXXXXX) behind the \\");
        }
        token.appendCodePoint((int) code);
        position += 2 + digits;
    }

    /** A language tag behind its {@code @}, or the name of a directive. */
    String tag() throws IOException {
        int end = 1;
        while (isLetter(peek(end))) {
            end++;
        }
        while (end > 1 && peek(end) == '-' && isTagCharacter(peek(end + 1))) {
            end++;
            while (isTagCharacter(peek(end))) {
                end++;
            }
        }
        position++;
        if (end == 1) {
            throw unexpected("a language tag, or a directive, behind the @");
        }
        return take(end - 1);
    }

    /** A number; its text tells its type. */
    String number() throws IOException {
        int sign = peek() == '+' || peek() == '-' ? 1 : 0;
        int end = digits(sign);
        int fraction = peek(end) == '.' ? digits(end + 1) : end;
        boolean hasDigit = end > sign || fraction > end + 1;
        int exponent = hasDigit ? exponent(fraction) : fraction;
        if (exponent > fraction) {
            end = exponent;
        } else if (fraction > end + 1) {
            end = fraction;
        } else if (!hasDigit) {
            throw fail(
                    sign == 0
                            ? "found '.' where a term is expected, or a number without a digit"
                            : "a number without a digit");
        }
        return take(end);
    }

    private int digits(int from) throws IOException {
        int end = from;
        while (isDigit(peek(end))) {
            end++;
        }
        return end;
    }

    private int exponent(int from) throws IOException {
        if (peek(from) != 'e' && peek(from) != 'E') {
            return from;
        }
        int sign = peek(from + 1) == '+' || peek(from + 1) == '-' ? 1 : 0;
        int end = digits(from + 1 + sign);
        return end > from + 1 + sign ? end : from;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isTagCharacter(int c) {
        return isLetter(c) || isDigit(c);
    }

    private static boolean isHexDigit(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }

    /** An error at the next character. */
    RDFParseException fail(String reason) {
        return new RDFParseException(reason, line, column());
    }

    /** As {@link #fail(String)}, with a cause. */
    RDFParseException fail(RuntimeException cause) {
        return new RDFParseException(cause.getMessage(), cause, line, column());
    }

    /** An error that says what was expected, and what is next. */
    RDFParseException unexpected(String expected) throws IOException {
        int c = peek();
        if (c == -1) {
            return fail("expected " + expected + ", but the text ends");
        }
        int next = peek(1);
        boolean isPair = Character.isHighSurrogate((char) c) && next >= 0 && Character.isLowSurrogate((char) next);
        String found = c < ' ' || c == 0x7F || (Character.isSurrogate((char) c) && !isPair)
                ? String.format("U+%04X", c)
                : isPair ? "'" + (char) c + (char) next + "'" : "'" + (char) c + "'";
        return fail("expected " + expected + ", found " + found);
    }
}
