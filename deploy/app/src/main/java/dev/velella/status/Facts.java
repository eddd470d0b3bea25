package dev.velella.status;

import dev.velella.status.read.Metrics;
import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.SinkState;
import dev.velella.status.state.TopicState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Everything that one look has found. Immutable.
 *
 * @param state the state without troubles
 * @param metrics metrics of all parts
 * @param diffed offsets that the diff app has committed
 * @param applied first offset that is not applied, by sink; the committed one if nobody tells
 */
record Facts(
        PipelineState state,
        Metrics metrics,
        Map<TopicPartition, Long> diffed,
        Map<String, Map<TopicPartition, Long>> applied) {
    long now() {
        return state.time();
    }

    List<ConnectorState> sources() {
        return state.connectors().stream()
                .filter(connector -> !connector.isSink())
                .toList();
    }

    Optional<TopicState> topic(String name) {
        return state.topics().stream()
                .filter(topic -> topic.name().equals(name))
                .findFirst();
    }

    Optional<ConnectorState> connector(SinkState sink) {
        return state.connectors().stream()
                .filter(connector -> connector.name().equals(sink.name()))
                .findFirst();
    }
}
