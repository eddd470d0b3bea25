package dev.velella.source.mqtt.link;

import dev.velella.jelly.format.JellyLimitException;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.PayloadException;

/** Makes refusals of the exceptions that reading a frame throws. Stateless. */
final class LinkErrors {
    private LinkErrors() {}

    /**
     * The refusal of an exception; a refusal stays as it is.
     *
     * @param subject begin of a message about bytes that are no Jelly; may be empty
     */
    static PayloadException refusal(String subject, RuntimeException e) {
        if (e instanceof PayloadException refusal) {
            return refusal;
        } else if (e instanceof JellyLimitException) {
            return new PayloadException(RefusalReason.TOO_LARGE, e.getMessage() + " (limits.element.statements)", e);
        } else if (e instanceof MalformedJellyException || e instanceof IllegalArgumentException) {
            return new PayloadException(RefusalReason.UNDECODABLE, subject + "not a Jelly frame: " + e.getMessage(), e);
        }
        return PayloadException.unexpected(e);
    }
}
