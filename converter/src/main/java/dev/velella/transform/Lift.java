package dev.velella.transform;

import dev.velella.converter.VelellaVersion;
import dev.velella.converter.struct.RdfStructs;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.kit.options.OptionNames;
import dev.velella.letter.RefusalReason;
import dev.velella.lift.Envelope;
import dev.velella.lift.LiftOptions;
import dev.velella.lift.LiftRecord;
import dev.velella.lift.Lifted;
import dev.velella.lift.PayloadException;
import dev.velella.rdf.ErrorText;
import dev.velella.record.RecordHeaderNames;
import dev.velella.record.TimestampRule;
import dev.velella.record.TimestampRule.RecordTime;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Values;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * The transformation of Connect that makes a graph of each record, for {@code JellyConverter} after it. Users name
 * {@link Value}.
 */
public final class Lift {
    private static final LiftOptions OPTIONS = new LiftOptions("");

    /** The limits that documents in a converter have, too. */
    private static final ReadingLimits LIMITS =
            ReadingLimits.ofElement(ReadingLimits.DEFAULT_BYTES, ReadingLimits.DEFAULT_STATEMENTS);

    private Lift() {}

    /**
     * The value of a record becomes a graph, with the options and the engine of the diff app
     * ({@link dev.velella.lift.Lift}). The key becomes the text of {@code key.template}; without that option it stays. An
     * event time goes where Velella's sources put it: into the timestamp if it is recent, else into the header
     * {@code event-time} ({@link TimestampRule}). A value of null, and a row that was deleted, become a tombstone.
     *
     * <p>A record that has no graph is a {@link DataException} with its place, and Connect's {@code errors.tolerance}
     * decides about it. Holds no state between records. Used by one thread.
     *
     * @param <R> type of the records
     */
    public static final class Value<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
        private final Clock clock;
        private final TimestampRule times;
        private dev.velella.lift.@Nullable Lift lift;

        /**
         * Whether elements get an event time. The time of a database gives none unless the options ask for it: a change may have
         * an earlier one than the change before it, and a diff app with its default would leave it out.
         */
        private boolean isTimed;

        /** A transformation without options. The worker makes some of them, only to ask for their definitions. */
        public Value() {
            this(Clock.systemUTC());
        }

        Value(Clock clock) {
            this.clock = clock;
            times = new TimestampRule(clock, TimestampRule.DEFAULT_MAX_AGE_MS);
        }

        @Override
        public String version() {
            return VelellaVersion.get();
        }

        @Override
        public ConfigDef config() {
            ConfigDef def = new ConfigDef();
            OPTIONS.define(new OptionGroup(def, "Lift"));
            return def;
        }

        /**
         * Takes the options.
         *
         * @throws ConfigException if an option is wrong or misspelt, or if options contradict each other
         */
        @Override
        public void configure(Map<String, ?> configs) {
            ConfigDef def = config();
            for (String name : configs.keySet()) {
                OptionNames.meant(name, def.names()).ifPresent(meant -> {
                    throw new ConfigException(
                            name + " is not an option, and has no effect. Did you mean " + meant + "?");
                });
            }
            AbstractConfig config = new AbstractConfig(def, configs, false);
            lift = OPTIONS.read(config, LIMITS, null, null);
            isTimed = OPTIONS.envelope().of(config) == Envelope.NONE
                    || OPTIONS.eventTime().orNull(config) != null;
        }

        @Override
        public R apply(R record) {
            dev.velella.lift.Lift configured = lift;
            if (configured == null) {
                throw new IllegalStateException("the transformation is not configured, or it is closed");
            }
            Lifted lifted = lifted(configured, record);
            Long timestamp = record.timestamp();
            Headers headers = record.headers();
            if (isTimed && lifted.eventTime().isPresent()) {
                RecordTime time = times.timeFor(lifted.eventTime().getAsLong());
                timestamp = time.timestampMs();
                headers = headers.duplicate().remove(RecordHeaderNames.EVENT_TIME);
                if (time.eventTimeMs() != null) {
                    headers.addString(RecordHeaderNames.EVENT_TIME, Long.toString(time.eventTimeMs()));
                }
            }
            Struct value = lifted.graph() == null ? null : RdfStructs.of(lifted.graph());
            return record.newRecord(
                    record.topic(),
                    record.kafkaPartition(),
                    lifted.key() == null ? record.keySchema() : Schema.STRING_SCHEMA,
                    lifted.key() == null ? record.key() : lifted.key(),
                    value == null ? null : value.schema(),
                    value,
                    timestamp,
                    headers);
        }

        private Lifted lifted(dev.velella.lift.Lift configured, R record) {
            Integer partition = record.kafkaPartition();
            Long timestamp = record.timestamp();
            try {
                if (RdfStructs.kindOf(record.value()) != null) {
                    throw new PayloadException(
                            RefusalReason.UNFIT,
                            "the value is a graph or a patch already; if another transformation Lift makes it, give each of"
                                    + " them a predicate, such as TopicNameMatches");
                }
                return configured.lift(new LiftRecord(
                        record.topic(),
                        partition == null ? -1 : partition,
                        timestamp == null ? -1 : timestamp,
                        name -> text(record.headers().lastWithName(name)),
                        new SchemaAndValue(record.keySchema(), record.key()),
                        new SchemaAndValue(record.valueSchema(), record.value()),
                        clock.instant()));
            } catch (PayloadException e) {
                throw refused(record, e);
            }
        }

        /** The text that Connect's own converter of headers would write; null if there is none. */
        private static @Nullable String text(@Nullable Header header) {
            return header == null ? null : Values.convertToString(header.schema(), header.value());
        }

        private static DataException refused(ConnectRecord<?> record, PayloadException why) {
            return new DataException(place(record) + ": " + why.getMessage(), why);
        }

        /** Where the record goes to, and where it comes from, as far as they are known. */
        private static String place(ConnectRecord<?> record) {
            String place = "topic " + record.topic()
                    + (record.kafkaPartition() == null ? "" : ", partition " + record.kafkaPartition());
            return record instanceof SourceRecord source
                    ? place + ", from " + ErrorText.name(source.sourcePartition() + " at " + source.sourceOffset())
                    : place;
        }

        /** Drops the options. May be called before {@link #configure}, and more than once. */
        @Override
        public void close() {
            lift = null;
        }
    }
}
