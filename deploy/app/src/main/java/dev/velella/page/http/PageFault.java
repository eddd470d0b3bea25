package dev.velella.page.http;

/** A request that is answered with an error. */
final class PageFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param message reason and remedy, for the client */
    PageFault(int status, String message) {
        super(message);
        this.status = status;
    }

    int status() {
        return status;
    }
}
