package dev.velella.tests.chaos.plugin;

/** What a sink needs of the header {@code jelly}: its stream, and which record of it is the key frame. */
record FrameHeader(String stream, long seq, long dist) {
    /** Name of the header. */
    static final String NAME = "jelly";

    static FrameHeader parse(String text) {
        int dot = text.indexOf('.');
        return new FrameHeader(
                text.substring(0, 1) + text.substring(2, 10),
                Long.parseLong(text.substring(14, dot), 36),
                Long.parseLong(text.substring(dot + 1), 36));
    }

    long keyFrame() {
        return seq - dist;
    }
}
