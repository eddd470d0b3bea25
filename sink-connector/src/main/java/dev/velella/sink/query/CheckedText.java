package dev.velella.sink.query;

/**
 * A text that throws on reading when its query has to end. This stops regular expressions, which could read a text for
 * years.
 */
final class CheckedText implements CharSequence {
    private static final int STEPS = 1 << 8;

    private final String text;
    private final QueryBudget budget;
    private int steps;

    CheckedText(String text, QueryBudget budget) {
        this.text = text;
        this.budget = budget;
    }

    @Override
    public char charAt(int index) {
        steps++;
        if (steps >= STEPS) {
            steps = 0;
            budget.check();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
