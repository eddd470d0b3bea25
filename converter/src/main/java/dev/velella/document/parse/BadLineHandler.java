package dev.velella.document.parse;

/** Takes the lines of N-Triples or N-Quads that cannot be read. */
@FunctionalInterface
public interface BadLineHandler {

    /**
     * Takes a line, which gives no statement. An exception ends the reading.
     *
     * @param line number of the line, counted from 1
     * @param column place in the line, counted from 1; 0 if it is not known
     * @param bytes the line as it stands in the input, without its end
     * @param reason why it cannot be read
     */
    void handle(long line, long column, byte[] bytes, String reason);
}
