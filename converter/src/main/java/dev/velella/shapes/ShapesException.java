package dev.velella.shapes;

/** Shapes that cannot be used. The message is one sentence: which shape, why, and what to do. */
public final class ShapesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final boolean isUnsupported;

    ShapesException(boolean isUnsupported, String message) {
        super(message);
        this.isUnsupported = isUnsupported;
    }

    /** Whether the shapes have a meaning that is not offered here; else they are wrong. */
    public boolean isUnsupported() {
        return isUnsupported;
    }
}
