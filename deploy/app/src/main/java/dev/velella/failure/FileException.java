package dev.velella.failure;

/**
 * Thrown for a file that cannot be read or written. The user sees only the message, which is one line and begins with
 * the name of the file. The command ends with status 1.
 */
public final class FileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param file name of the file as the user gave it
     * @param reason problem and its place in the file; line breaks become spaces
     */
    public FileException(String file, String reason) {
        super(line(file, reason));
    }

    /** As {@link #FileException(String, String)}, with a cause. */
    public FileException(String file, String reason, Throwable cause) {
        super(line(file, reason), cause);
    }

    private static String line(String file, String reason) {
        return file + ": " + reason.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
