package dev.velella.rdfpatch;

import java.io.IOException;
import java.util.function.IntPredicate;

/**
 * Reads tokens of RDF Patch text. One buffer holds the text of a token until the next token begins. An error names the
 * place of the token's first character, or, if a single character is wrong, the place of this character.
 *
 * <p>The dot that ends a row may stand directly after a number or a label. Only the character after the dot tells
 * whether the dot belongs to the token. Therefore the reader takes the dot with the token, and remembers that it has
 * done so.
 */
final class TokenReader {
    private static final String NOT_IN_IRI = "<>\"{}|^`\\";

    private final TextSource in;
    private final TextLimits limits;
    private final StringBuilder token = new StringBuilder();
    private boolean dotTaken;
    private int rowLength;
    private long line = 1;
    private long column = 1;

    TokenReader(TextSource in, TextLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    /** Forgets the tokens of the row before. */
    void beginRow() {
        rowLength = 0;
        token.setLength(0);
    }

    /** Number of characters in the tokens of this row. */
    int rowLength() {
        return rowLength + token.length();
    }

    /**
     * Skips white space and comments, and begins a token. Returns the token's first character without taking it, or the
     * end of the input.
     */
    int begin() throws IOException {
        endText();
        int c = dotTaken ? '.' : in.peek();
        while (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '#') {
            if (c == '#') {
                skipLine();
            } else {
                in.next();
            }
            c = in.peek();
        }
        line = in.line();
        column = in.column();
        return c;
    }

    private void skipLine() throws IOException {
        int c = in.peek();
        while (c != '\n' && c != TextSource.END) {
            in.next();
            c = in.peek();
        }
    }

    /** Line of the token. Give it to {@link #moveTo} after reading tokens inside this token. */
    long line() {
        return line;
    }

    long column() {
        return column;
    }

    /** From now on errors name this place. */
    void moveTo(long tokenLine, long tokenColumn) {
        line = tokenLine;
        column = tokenColumn;
    }

    /** The next character of the token, which is not taken. */
    int peek() throws IOException {
        return dotTaken ? '.' : in.peek();
    }

    /** Takes the character if it is the next one. */
    boolean take(char expected) throws IOException {
        if (peek() != expected) {
            return false;
        }
        if (dotTaken) {
            dotTaken = false;
        } else {
            in.next();
        }
        return true;
    }

    /** Begins the next part of a token. The part before counts for the length, but its text is dropped. */
    void endText() {
        rowLength += token.length();
        token.setLength(0);
    }

    /** A word of ASCII letters, digits, {@code -} and {@code _}; empty if there is none. */
    String word() throws IOException {
        while (!dotTaken && isWordChar(in.peek())) {
            takeChar();
        }
        return token.toString();
    }

    /** Reads a word that may hold dots, but may not end with a dot; empty if there is none. */
    String name() throws IOException {
        return isWordChar(in.peek()) ? dotted(TokenReader::isWordChar) : "";
    }

    /** Reads characters and the dots between them. A dot behind them ends the row. */
    private String dotted(IntPredicate isIncluded) throws IOException {
        int dots = 0;
        while (true) {
            int c = in.peek();
            if (c == '.') {
                in.next();
                dots++;
            } else if (isIncluded.test(c)) {
                for (; dots > 0; dots--) {
                    append('.');
                }
                takeChar();
            } else if (dots > 1) {
                throw failHere("a lone dot");
            } else {
                dotTaken = dots == 1;
                return token.toString();
            }
        }
    }

    /** Reads the text up to the closing angle bracket. The opening bracket was taken before. */
    String angleText() throws IOException {
        while (true) {
            int c = in.peek();
            if (c == '>') {
                in.next();
                return token.toString();
            }
            if (c == '\\') {
                in.next();
                unicodeEscape();
            } else if (c == TextSource.END) {
                throw fail("the input ends within an IRI");
            } else if (c <= ' ' || NOT_IN_IRI.indexOf(c) >= 0) {
                throw failHere(describe(c) + " cannot stand in an IRI as it is");
            } else {
                takeChar();
            }
        }
    }

    /**
     * Reads the text of a string in one or three quotation marks, single or double, and resolves escapes. No part of
     * the string was taken before.
     */
    String string() throws IOException {
        char quote = (char) in.next();
        if (in.peek() == quote) {
            in.next();
            if (in.peek() != quote) {
                return "";
            }
            in.next();
            longString(quote);
        } else {
            shortString(quote);
        }
        return token.toString();
    }

    private void shortString(char quote) throws IOException {
        while (in.peek() != quote) {
            if (in.peek() == '\n' || in.peek() == '\r') {
                throw failHere("a line break in a string in single quotation marks: write \\n, or use three marks");
            }
            stringChar();
        }
        in.next();
    }

    private void longString(char quote) throws IOException {
        int quotes = 0;
        while (quotes < 3) {
            if (in.peek() == quote) {
                in.next();
                quotes++;
            } else {
                for (; quotes > 0; quotes--) {
                    append(quote);
                }
                stringChar();
            }
        }
    }

    private void stringChar() throws IOException {
        int c = in.peek();
        if (c == TextSource.END) {
            throw fail("the input ends within a string");
        }
        if (c != '\\') {
            takeChar();
            return;
        }
        in.next();
        int at = "tbnrf\"'\\".indexOf(in.peek());
        if (at >= 0) {
            in.next();
            append("\t\b\n\r\f\"'\\".charAt(at));
        } else {
            unicodeEscape();
        }
    }

    private void unicodeEscape() throws IOException {
        int c = in.peek();
        if (c != 'u' && c != 'U') {
            throw failHere("unknown escape sequence");
        }
        in.next();
        long code = 0;
        for (int i = c == 'u' ? 4 : 8; i > 0; i--) {
            int digit = in.peek() < 128 ? Character.digit(in.peek(), 16) : -1;
            if (digit < 0) {
                throw failHere("a \\" + (char) c + " escape needs " + (c == 'u' ? 4 : 8) + " hexadecimal digits");
            }
            in.next();
            code = code << 4 | digit;
        }
        if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
            throw fail(String.format("an escape sequence names U+%04X, which is no character", code));
        }
        if (code >= 0x10000) {
            append(Character.highSurrogate((int) code));
            append(Character.lowSurrogate((int) code));
        } else {
            append((char) code);
        }
    }

    /** Reads a language tag. The at sign was taken before. */
    String language() throws IOException {
        while (isLetter(in.peek())) {
            takeChar();
        }
        while (token.length() > 0 && in.peek() == '-') {
            takeChar();
            if (in.peek() == '-') {
                throw fail("a base direction as in @en--ltr is not supported: RDF4J cannot hold it");
            }
            int before = token.length();
            while (isLetter(in.peek()) || isDigit(in.peek())) {
                takeChar();
            }
            if (token.length() == before) {
                token.setLength(0);
            }
        }
        if (token.length() == 0) {
            throw failHere("not a language tag");
        }
        return token.toString();
    }

    /** Reads a blank node label as in Turtle. The characters {@code _:} before it were taken before. */
    String label() throws IOException {
        if (!isLabelChar(in.peek(), true)) {
            throw failHere("not a blank node label: write <_:label> where it holds other characters");
        }
        return dotted(c -> isLabelChar(c, false));
    }

    /**
     * Reads a number as in Turtle. A dot before the first digit may have been taken before, and is then in the token.
     */
    String number() throws IOException {
        boolean dotFirst = token.length() > 0;
        if (!dotFirst && (in.peek() == '+' || in.peek() == '-')) {
            takeChar();
            if (in.peek() == '.') {
                takeChar();
                dotFirst = true;
            }
        }
        int digits = digits();
        if (!dotFirst && digits > 0 && in.peek() == '.') {
            in.next();
            if (isDigit(in.peek()) || in.peek() == 'e' || in.peek() == 'E') {
                append('.');
                digits();
            } else {
                dotTaken = true;
                return token.toString();
            }
        }
        boolean valid = digits > 0;
        if (valid && (in.peek() == 'e' || in.peek() == 'E')) {
            takeChar();
            if (in.peek() == '+' || in.peek() == '-') {
                takeChar();
            }
            valid = digits() > 0;
        }
        if (!valid) {
            throw fail("not a number");
        }
        return token.toString();
    }

    /** Takes a dot if a number may begin with it. Returns whether a digit follows. */
    boolean dotOfNumber() throws IOException {
        if (dotTaken) {
            return false;
        }
        takeChar();
        return isDigit(in.peek());
    }

    private int digits() throws IOException {
        int n = 0;
        while (isDigit(in.peek())) {
            takeChar();
            n++;
        }
        return n;
    }

    private void takeChar() throws IOException {
        append((char) in.next());
    }

    private void append(char c) {
        if (token.length() == limits.maxTokenLength()) {
            throw fail("a token is longer than the limit of " + limits.maxTokenLength() + " characters");
        }
        if (token.length() == limits.maxRowLength() - rowLength) {
            throw fail("a row is longer than the limit of " + limits.maxRowLength() + " characters");
        }
        token.append(c);
    }

    static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordChar(int c) {
        return isLetter(c) || isDigit(c) || c == '-' || c == '_';
    }

    /**
     * Whether a character is in production PN_CHARS of Turtle. Some of them may not begin a label. Every pair of
     * surrogates is allowed.
     */
    private static boolean isLabelChar(int c, boolean first) {
        if (c < 0xC0) {
            return isLetter(c) || isDigit(c) || c == '_' || (!first && (c == '-' || c == 0xB7));
        }
        if (c < 0x2000) {
            return c != 0xD7 && c != 0xF7 && c != 0x37E && (!first || c < 0x300 || c >= 0x370);
        }
        return c == 0x200C
                || c == 0x200D
                || (!first && (c == 0x203F || c == 0x2040))
                || (c >= 0x2070 && c < 0x2190)
                || (c >= 0x2C00 && c < 0x2FF0)
                || (c >= 0x3001 && c < 0xE000)
                || (c >= 0xF900 && c < 0xFDD0)
                || (c >= 0xFDF0 && c < 0xFFFE);
    }

    /** Names any character in a message. */
    static String describe(int c) {
        if (c == TextSource.END) {
            return "the end of the input";
        }
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : String.format("U+%04X", c);
    }

    /** An error at the beginning of the token. */
    MalformedPatchException fail(String reason) {
        return new MalformedPatchException(line, column, reason);
    }

    /** An error at the next character. */
    MalformedPatchException failHere(String reason) {
        return new MalformedPatchException(in.line(), in.column(), reason);
    }
}
