package dev.velella.source.mqtt;

import dev.velella.source.RdfSourceTask;
import dev.velella.source.mqtt.client.MqttCounts;
import dev.velella.source.mqtt.lane.CostlyRule;
import java.time.Clock;

/** A task whose counts tests can read. */
public final class MqttTask extends RdfSourceTask {
    private final MqttCounts counts;

    public MqttTask() {
        this(CostlyRule.DEFAULT);
    }

    public MqttTask(CostlyRule costly) {
        this(costly, new MqttCounts());
    }

    private MqttTask(CostlyRule costly, MqttCounts counts) {
        super(MqttSource.type(costly, () -> counts), Clock.systemUTC(), System::nanoTime);
        this.counts = counts;
    }

    public MqttCounts counts() {
        return counts;
    }
}
