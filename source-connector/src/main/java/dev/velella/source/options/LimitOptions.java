package dev.velella.source.options;

import dev.velella.options.OptionGroup;
import dev.velella.source.file.format.ElementLimits;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Options that limit elements: names, defaults, documentation. */
public final class LimitOptions {
    private static final String LIMITS_ELEMENT_STATEMENTS_CONFIG = "limits.element.statements";
    private static final String LIMITS_ELEMENT_STATEMENTS_DOC =
            "Largest number of statements of one element; a larger element is an error. A graph of a million"
                    + " statements can take 1 GB of heap.";
    private static final String LIMITS_ELEMENT_BYTES_CONFIG = "limits.element.bytes";
    private static final String LIMITS_ELEMENT_BYTES_DOC =
            "Largest size of one archive entry, document, line or frame, decompressed, or of the payload of a"
                    + " message, in bytes. A larger one is an error.";
    private static final String LIMITS_ELEMENT_PROCESSOR_MS_CONFIG = "limits.element.processor.ms";
    private static final String LIMITS_ELEMENT_PROCESSOR_MS_DOC =
            "Longest processor time for reading one document or text payload, in ms. One that takes longer is an"
                    + " error. This bounds JSON-LD and RDF/XML documents whose reading time grows with the square of their"
                    + " length.";

    private LimitOptions() {}

    static void define(OptionGroup group) {
        group.add(
                LIMITS_ELEMENT_STATEMENTS_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.statements(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_STATEMENTS_DOC,
                "Largest element (statements)");
        group.add(
                LIMITS_ELEMENT_BYTES_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.bytes(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_BYTES_DOC,
                "Largest element (bytes)");
        group.add(
                LIMITS_ELEMENT_PROCESSOR_MS_CONFIG,
                Type.INT,
                ElementLimits.DEFAULT.processorMs(),
                Range.atLeast(1),
                Importance.LOW,
                LIMITS_ELEMENT_PROCESSOR_MS_DOC,
                "Longest reading (ms)");
    }

    /** How large elements may be, and how long reading one may take. */
    public static ElementLimits limits(AbstractConfig config) {
        return new ElementLimits(
                config.getInt(LIMITS_ELEMENT_STATEMENTS_CONFIG),
                config.getInt(LIMITS_ELEMENT_BYTES_CONFIG),
                config.getInt(LIMITS_ELEMENT_PROCESSOR_MS_CONFIG));
    }
}
