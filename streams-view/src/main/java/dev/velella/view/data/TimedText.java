package dev.velella.view.data;

/** A text that looks at the clock while a regular expression reads it, because some expressions read a text for years. */
public record TimedText(CharSequence text, AskedData clock) implements CharSequence {
    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        clock.check();
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
