package dev.velella.failure;

/**
 * A file that cannot be read or written as asked; shown as its message alone, which is one line that begins with the
 * name of the file, and the command ends with status 1.
 */
public final class FileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param file name as the user gave it
     * @param reason what is wrong, with its place in the file; line breaks become spaces
     */
    public FileException(String file, String reason) {
        super(line(file, reason));
    }

    /** As {@link #FileException(String, String)}, with what was thrown. */
    public FileException(String file, String reason, Throwable cause) {
        super(line(file, reason), cause);
    }

    private static String line(String file, String reason) {
        return file + ": " + reason.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
