package dev.velella.source.options;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.format.ElementLimits;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** Options that limit elements: names, defaults, documentation. */
public final class LimitOptions {
    private static final Option<Integer> LIMITS_ELEMENT_STATEMENTS = Option.number(
                    "limits.element.statements", ElementLimits.DEFAULT.statements())
            .atLeast(1)
            .label("Largest element (statements)")
            .doc("Largest number of statements of one element; a larger element is an error. A graph of a million"
                    + " statements can take 1 GB of heap.");
    private static final Option<Integer> LIMITS_ELEMENT_BYTES = Option.number(
                    "limits.element.bytes", ElementLimits.DEFAULT.bytes())
            .atLeast(1)
            .label("Largest element (bytes)")
            .doc("Largest size of one archive entry, document, line or frame, decompressed, or of the payload of a"
                    + " message, in bytes. A larger one is an error.");
    private static final Option<Integer> LIMITS_ELEMENT_PROCESSOR_MS = Option.number(
                    "limits.element.processor.ms", ElementLimits.DEFAULT.processorMs())
            .atLeast(1)
            .label("Longest reading (ms)")
            .doc("Longest processor time for reading one document or text payload, in ms. One that takes longer is an"
                    + " error. This bounds JSON-LD and RDF/XML documents whose reading time grows with the square of their"
                    + " length.");

    private LimitOptions() {}

    static void define(OptionGroup group) {
        group.add(LIMITS_ELEMENT_STATEMENTS, LIMITS_ELEMENT_BYTES, LIMITS_ELEMENT_PROCESSOR_MS);
    }

    /** Most statements of an element, by parsed values; the default, if the type of the source has no such option. */
    public static int statements(Map<String, ?> values) {
        Integer most = LIMITS_ELEMENT_STATEMENTS.in(values);
        return most == null ? ElementLimits.DEFAULT.statements() : most;
    }

    /** Limits of the size of elements, and of the time for reading one. */
    public static ElementLimits limits(AbstractConfig config) {
        return new ElementLimits(
                LIMITS_ELEMENT_STATEMENTS.of(config),
                LIMITS_ELEMENT_BYTES.of(config),
                LIMITS_ELEMENT_PROCESSOR_MS.of(config));
    }
}
