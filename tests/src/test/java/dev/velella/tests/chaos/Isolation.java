package dev.velella.tests.chaos;

/** What a consumer sees of transactions. */
enum Isolation {
    COMMITTED("read_committed"),
    UNCOMMITTED("read_uncommitted");

    private final String level;

    Isolation(String level) {
        this.level = level;
    }

    /** Value of {@code isolation.level}. */
    String level() {
        return level;
    }
}
