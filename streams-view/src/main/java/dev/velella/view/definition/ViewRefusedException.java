package dev.velella.view.definition;

/** A definition that is refused. The message is one sentence: which view, where, why, and what to do. */
public final class ViewRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Refusal reason;
    private final String view;

    /**
     * @param view name of the view, or {@code ?} if it is not known
     * @param place where in the definition, such as {@code query} or {@code key}
     * @param why the reason, and what to do
     */
    public ViewRefusedException(Refusal reason, String view, String place, String why) {
        super("view " + view + ": " + place + ": " + why + " (" + reason + ")");
        this.reason = reason;
        this.view = view;
    }

    public Refusal reason() {
        return reason;
    }

    /** Name of the view, or {@code ?} if the definition has none that can be read. */
    public String view() {
        return view;
    }
}
