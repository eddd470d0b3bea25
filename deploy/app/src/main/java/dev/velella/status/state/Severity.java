package dev.velella.status.state;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How urgent a trouble is; also the verdict about a whole pipeline. In order: the last one is the worst. */
public enum Severity {
    /** Nothing is to be done. */
    WELL,
    /** The pipeline goes on, but somebody should look. */
    WARNING,
    /** A part does not work. */
    CRITICAL;

    /** The word in the API and in the alerts. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
