package dev.velella.cli;

import dev.velella.frame.StreamLimits;
import dev.velella.jelly.format.Limits;
import dev.velella.log.DecodingLimits;
import dev.velella.record.dictionary.DictionaryOptions;
import dev.velella.record.partition.LookBackLimits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of a decoder of records: the topic of dictionaries, the size of frames, the state that is kept, and the records
 * that look-back reads.
 */
final class DecoderMixin {
    @Option(
            names = "--dictionaries-topic",
            paramLabel = "NAME",
            defaultValue = DictionaryOptions.DEFAULT_TOPIC,
            description = "Topic of the dictionaries on which records build (default: ${DEFAULT-VALUE}).")
    private String dictionariesTopic = DictionaryOptions.DEFAULT_TOPIC;

    @Option(
            names = "--limits-frame-bytes",
            paramLabel = "N",
            description = "Largest frame that is decoded, in bytes (default: 67108864).")
    private @Nullable Integer frameBytes;

    @Option(
            names = "--limits-frame-rows",
            paramLabel = "N",
            description = "Most rows in a frame that is decoded (default: 10000000).")
    private @Nullable Integer frameRows;

    @Option(
            names = "--limits-string-bytes",
            paramLabel = "N",
            description = "Longest string that is decoded, in bytes (default: 16777216).")
    private @Nullable Integer stringBytes;

    @Option(
            names = "--limits-streams",
            paramLabel = "N",
            description = "Most codec streams whose state is kept (default: 1000).")
    private @Nullable Integer streams;

    @Option(
            names = "--limits-state-bytes",
            paramLabel = "N",
            description = "Memory for the state of all codec streams, in bytes (default: 268435456).")
    private @Nullable Long stateBytes;

    @Option(
            names = "--lookback-max-records",
            paramLabel = "N",
            description = "Most earlier records that are read again for one record whose codec state is missing"
                    + " (default: 100000).")
    private @Nullable Long lookBackRecords;

    @Option(
            names = "--lookback-max-bytes",
            paramLabel = "N",
            description = "Most bytes of values that are read again for one such record (default: 268435456).")
    private @Nullable Long lookBackBytes;

    @Option(
            names = "--lookback-timeout-ms",
            paramLabel = "N",
            description = "Longest time to read again for one such record, in ms (default: 30000).")
    private @Nullable Long lookBackTimeoutMs;

    /** The name of the topic of dictionaries. */
    String dictionariesTopic() {
        return dictionariesTopic;
    }

    /** The limits that the options set. */
    DecodingLimits limits(OptionChecks topic) {
        return new DecodingLimits(frames(topic), streams(topic), lookBack(topic));
    }

    private Limits frames(OptionChecks topic) {
        Limits most = Limits.DEFAULT;
        return most.withMaxFrameBytes(topic.atLeastOne(
                        "--limits-frame-bytes", frameBytes == null ? most.maxFrameBytes() : frameBytes))
                .withMaxRows(topic.atLeastOne("--limits-frame-rows", frameRows == null ? most.maxRows() : frameRows))
                .withMaxStringBytes(topic.atLeastOne(
                        "--limits-string-bytes", stringBytes == null ? most.maxStringBytes() : stringBytes));
    }

    private StreamLimits streams(OptionChecks topic) {
        StreamLimits most = StreamLimits.DEFAULT;
        return new StreamLimits(
                topic.atLeastOne("--limits-streams", streams == null ? most.streams() : streams),
                topic.atLeastOne("--limits-state-bytes", stateBytes == null ? most.bytes() : stateBytes));
    }

    /**
     * Limits of look-back. The number of look-backs in a minute is not limited, because a person waits for the result
     * anyway.
     */
    private LookBackLimits lookBack(OptionChecks topic) {
        LookBackLimits most = LookBackLimits.DEFAULT;
        return new LookBackLimits(
                topic.atLeastOne("--lookback-max-records", lookBackRecords == null ? most.records() : lookBackRecords),
                topic.atLeastOne("--lookback-max-bytes", lookBackBytes == null ? most.bytes() : lookBackBytes),
                topic.atLeastOne(
                        "--lookback-timeout-ms", lookBackTimeoutMs == null ? most.timeoutMs() : lookBackTimeoutMs),
                Integer.MAX_VALUE);
    }
}
