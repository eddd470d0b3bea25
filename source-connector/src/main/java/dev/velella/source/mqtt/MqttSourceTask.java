package dev.velella.source.mqtt;

import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.lane.CostlyRule;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.RecordStamps;
import dev.velella.source.task.RdfSourceTask;
import dev.velella.source.task.SourceSession;

/** Emits the messages of one MQTT session. {@link #stop} takes two seconds at most. */
public final class MqttSourceTask extends RdfSourceTask {
    private final CostlyRule costly;
    private final MqttCounts counts = new MqttCounts();

    /** For the Connect worker. */
    public MqttSourceTask() {
        this(CostlyRule.DEFAULT);
    }

    /** @param costly which messages are read in the lane */
    public MqttSourceTask(CostlyRule costly) {
        super(new MqttSourceType(), System::nanoTime);
        this.costly = costly;
    }

    /** The messages that it has received so far. */
    public MqttCounts counts() {
        return counts;
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return MqttSourceSession.open(config, stamps, context, costly, counts);
    }
}
