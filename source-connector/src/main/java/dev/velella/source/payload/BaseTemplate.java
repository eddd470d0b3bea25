package dev.velella.source.payload;

import dev.velella.document.budget.VerifiedTerms;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.IriText;
import dev.velella.lift.PayloadException;
import dev.velella.lift.TopicLevels;
import dev.velella.rdf.ErrorText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The base of documents with relative IRIs: an IRI that may have parts <code>{topic}</code> and <code>{topic[N]}</code>,
 * as those of a template of JSON. Their values are percent-encoded, but for the slashes between levels. Immutable.
 */
record BaseTemplate(String template) {
    private static final Pattern HOLE = Pattern.compile("\\{topic(?:\\[(-?[1-9][0-9]?)])?}");

    /**
     * Checks the template.
     *
     * @throws IllegalArgumentException if it does not give an absolute IRI
     */
    BaseTemplate {
        VerifiedTerms.checkIri(HOLE.matcher(template).replaceAll("t"));
    }

    /**
     * The base of a topic's documents.
     *
     * @throws PayloadException if the topic lacks a level
     */
    String of(String topic) {
        return HOLE.matcher(template).replaceAll(hole -> Matcher.quoteReplacement(value(topic, hole.group(1))));
    }

    private String value(String topic, @Nullable String number) {
        String value = number == null ? topic : TopicLevels.level(topic, Integer.parseInt(number));
        if (value == null) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "the topic " + ErrorText.name(topic) + " has no level " + number + " (payload.base)");
        }
        return IriText.encoded(value, "/");
    }
}
