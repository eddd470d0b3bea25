package dev.velella.status.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.velella.status.state.DiffState.Instance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The view app and its views. Figures that nobody tells are null. Immutable.
 *
 * @param applicationId its application id, which is the name of its consumer group
 * @param members members of that group: threads of instances
 * @param lag records of its topics that it has not processed
 * @param lagMs time in ms that the oldest of them has waited
 * @param epoch number of the definitions and static data that hold; 0 before the first
 * @param streamsLeft streams that still have to be answered anew in this epoch
 * @param oldAnswers answers that are old, because a later one failed
 * @param instances its instances whose health is known
 * @param views the views that hold
 */
public record ViewsState(
        String applicationId,
        @Nullable Integer members,
        @Nullable Long lag,
        @Nullable Long lagMs,
        @Nullable Long epoch,
        @Nullable Long streamsLeft,
        @Nullable Long oldAnswers,
        List<Instance> instances,
        List<ViewState> views) {
    public ViewsState {
        instances = List.copyOf(instances);
        views = List.copyOf(views);
    }

    /** Whether no instance runs, as far as anybody tells. */
    @JsonIgnore
    public boolean isStopped() {
        return members != null && members == 0;
    }

    /**
     * A view.
     *
     * @param kind select, construct, shacl or rules
     * @param topics its output topics: that of rows, that of patches, or both in this order
     * @param refused why it is refused, so that it has no answers; empty if it is not
     * @param answers answers since its tasks started, changed or not
     * @param answersPerSecond over the last seconds; null in a single look
     * @param failures answers that failed since its tasks started
     * @param definition its definition as JSON; not part of the state, because it may be long
     */
    public record ViewState(
            String name,
            String kind,
            List<String> topics,
            String refused,
            @Nullable Long answers,
            @Nullable Double answersPerSecond,
            @Nullable Long failures,
            @JsonIgnore String definition) {
        public ViewState {
            topics = List.copyOf(topics);
        }
    }
}
