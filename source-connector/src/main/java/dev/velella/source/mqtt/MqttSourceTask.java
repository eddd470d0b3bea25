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

    /** Creates a task. The Connect worker calls this. */
    public MqttSourceTask() {
        this(CostlyRule.DEFAULT);
    }

    /**
     * Creates a task with its own rule about costly messages.
     *
     * @param costly rule that tells which messages are read in the lane
     */
    public MqttSourceTask(CostlyRule costly) {
        super(new MqttSourceType(), System::nanoTime);
        this.costly = costly;
    }

    /** Counts of the messages that the task has received so far. */
    public MqttCounts counts() {
        return counts;
    }

    @Override
    protected SourceSession open(RdfSourceConfig config, RecordStamps stamps) {
        return MqttSourceSession.open(config, stamps, context, costly, counts);
    }
}
