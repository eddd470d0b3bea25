package dev.velella.cli;

import dev.velella.convert.JellySettings;
import dev.velella.jelly.format.JellyPatchOptions.StatementType;
import dev.velella.jelly.format.JellyPatchOptions.StreamType;
import dev.velella.jelly.format.LogicalType;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.StreamForm;
import dev.velella.jelly.format.TableSizes;
import dev.velella.kit.options.Spelling;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of the Jelly output. */
final class JellyMixin {
    @Option(
            names = "--preset",
            paramLabel = "small|big",
            converter = PresetConverter.class,
            description = "Sizes of the lookup tables of names, prefixes and datatypes. small: 128/16/16. big:"
                    + " 4000/150/32 (default: the sizes of a Jelly input, else big).")
    private @Nullable TableSizes preset;

    @Option(names = "--names", paramLabel = "N", description = "Size of the name table, at least 8.")
    private @Nullable Integer names;

    @Option(names = "--prefixes", paramLabel = "N", description = "Size of the prefix table; 0 turns it off.")
    private @Nullable Integer prefixes;

    @Option(names = "--datatypes", paramLabel = "N", description = "Size of the datatype table.")
    private @Nullable Integer datatypes;

    @Option(
            names = "--physical-type",
            paramLabel = "TYPE",
            description = "Only for jelly: triples, quads or graphs (default: the type of a Jelly input; triples for"
                    + " nt, ttl and rdfxml; else quads).")
    private @Nullable PhysicalType physicalType;

    @Option(
            names = "--logical-type",
            paramLabel = "TYPE",
            description = "Only for jelly: unspecified, flat-triples, flat-quads, graphs, datasets, subject-graphs,"
                    + " named-graphs or timestamped-named-graphs (default: the type of a Jelly input, else flat).")
    private @Nullable LogicalType logicalType;

    @Option(
            names = "--patch-type",
            paramLabel = "TYPE",
            description = "Only for jellyp: frame, flat or punctuated (default: the type of a Jelly input, else"
                    + " punctuated).")
    private @Nullable StreamType patchType;

    @Option(
            names = "--statement-type",
            paramLabel = "TYPE",
            description = "Only for jellyp: triples or quads (default: the type of a Jelly input, else quads).")
    private @Nullable StatementType statementType;

    @Option(
            names = "--rows-per-frame",
            paramLabel = "N",
            description = "Statements (jelly) or rows of a patch (jellyp) in a frame (default: the frames of the input"
                    + " are kept; if the input has no frames, 256 in jelly and 512 in jellyp).")
    private @Nullable Integer rowsPerFrame;

    @Option(
            names = "--delimited",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Write the length before every frame (default). --no-delimited: write one bare frame.")
    private @Nullable Boolean delimited;

    @Option(names = "--stream-name", paramLabel = "NAME", description = "Only for jelly: name of the stream.")
    private @Nullable String streamName;

    @Option(
            names = "--namespaces",
            negatable = true,
            fallbackValue = "true",
            description = "Only for jelly: write namespace declarations (default: if the input format has them).")
    private @Nullable Boolean namespaces;

    @Option(
            names = "--rdf-star",
            negatable = true,
            fallbackValue = "true",
            description = "Allow quoted triples (default: as a Jelly input says, else no).")
    private @Nullable Boolean rdfStar;

    /** The options as settings. */
    JellySettings settings() {
        return new JellySettings(
                preset,
                names,
                prefixes,
                datatypes,
                physicalType,
                logicalType,
                patchType,
                statementType,
                rowsPerFrame,
                isBare() ? StreamForm.BARE : StreamForm.DELIMITED,
                streamName,
                namespaces,
                rdfStar);
    }

    private boolean isBare() {
        return delimited != null && !delimited;
    }

    /** Names of the given options that are for Jelly-RDF only. */
    List<String> rdfOnly() {
        return Stream.of(
                        named("--physical-type", physicalType),
                        named("--logical-type", logicalType),
                        named("--stream-name", streamName),
                        named("--namespaces", namespaces))
                .flatMap(names -> names)
                .toList();
    }

    /** Names of the given options that are for Jelly-Patch only. */
    List<String> patchOnly() {
        return Stream.of(named("--patch-type", patchType), named("--statement-type", statementType))
                .flatMap(names -> names)
                .toList();
    }

    /** Names of the given options that are for both. */
    List<String> both() {
        return Stream.of(
                        named("--preset", preset),
                        named("--names", names),
                        named("--prefixes", prefixes),
                        named("--datatypes", datatypes),
                        named("--rows-per-frame", rowsPerFrame),
                        named("--no-delimited", isBare() ? Boolean.TRUE : null),
                        named("--rdf-star", rdfStar))
                .flatMap(names -> names)
                .toList();
    }

    /** Names of the given options that give the frames. */
    List<String> framing() {
        return Stream.of(
                        named("--rows-per-frame", rowsPerFrame),
                        named("--no-delimited", isBare() ? Boolean.TRUE : null))
                .flatMap(names -> names)
                .toList();
    }

    private static Stream<String> named(String option, @Nullable Object value) {
        return value == null ? Stream.empty() : Stream.of(option);
    }

    /** The error in the values; empty if they are right. */
    Optional<String> problem() {
        if (rowsPerFrame != null && rowsPerFrame < 1) {
            return Optional.of("--rows-per-frame must be at least 1, not " + rowsPerFrame);
        }
        if (rowsPerFrame != null && isBare()) {
            return Optional.of("--rows-per-frame cannot be used with --no-delimited, which writes one frame");
        }
        if (names != null && names < 8) {
            return Optional.of("--names must be at least 8, not " + names);
        }
        if (Stream.of(Optional.ofNullable(prefixes), Optional.ofNullable(datatypes))
                .flatMap(Optional::stream)
                .anyMatch(size -> size < 0)) {
            return Optional.of("--prefixes and --datatypes must not be negative");
        }
        if (physicalType != null && logicalType != null && !logicalType.fits(physicalType)) {
            return Optional.of("--logical-type " + Spelling.of(logicalType) + " cannot be used with --physical-type "
                    + Spelling.of(physicalType));
        }
        return Optional.empty();
    }

    /** Presets of the specification. */
    static final class PresetConverter implements ITypeConverter<TableSizes> {
        @Override
        public TableSizes convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "small" -> TableSizes.SMALL;
                case "big" -> TableSizes.BIG;
                default -> throw new TypeConversionException("must be small or big, not " + text);
            };
        }
    }
}
