package dev.velella.status;

import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.ConnectorState.TaskState;
import dev.velella.status.state.DiffState.Instance;
import dev.velella.status.state.PipelineState;
import dev.velella.status.state.SinkState;
import dev.velella.status.state.TopicState;
import dev.velella.status.state.Trouble;
import dev.velella.status.state.ViewsState;
import dev.velella.status.state.ViewsState.ViewState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The state of a pipeline as text for a terminal. Stateless. */
public final class StatusText {
    private static final String UNKNOWN = "-";

    private StatusText() {}

    /** The lines: a table of the parts, then each trouble with the next step. */
    public static List<String> lines(PipelineState state) {
        List<String> lines = new ArrayList<>();
        row(lines, "PART", "NAME", "STATE", "");
        row(lines, "kafka", state.cluster().address(), state.cluster().answers() ? "answers" : "AWAY", "");
        if (!state.workers().answers()) {
            row(lines, "worker", state.workers().address(), "AWAY", "");
        }
        state.connectors().stream().filter(c -> !c.isSink()).forEach(c -> connector(lines, c, ""));
        state.topics().stream().filter(t -> t.role().equals("graphs")).forEach(t -> topic(lines, t, state.time()));
        String lag =
                state.diff().lag() == null ? "" : "lag " + number(state.diff().lag());
        for (Instance instance : state.diff().instances()) {
            row(lines, "diff app", instance.url(), instance.state().isEmpty() ? "AWAY" : instance.state(), lag);
        }
        if (state.diff().instances().isEmpty()) {
            row(lines, "diff app", state.diff().applicationId(), state.diff().lag() == null ? UNKNOWN : "", lag);
        }
        state.topics().stream().filter(t -> !t.role().equals("graphs")).forEach(t -> topic(lines, t, state.time()));
        state.connectors().stream().filter(ConnectorState::isSink).forEach(c -> connector(lines, c, ""));
        state.sinks().forEach(sink -> sink(lines, sink));
        if (state.views() != null) {
            views(lines, state.views());
        }
        lines.add("");
        if (state.troubles().isEmpty()) {
            lines.add("All is well.");
        }
        for (Trouble trouble : state.troubles()) {
            lines.add(trouble.severity().word().toUpperCase(Locale.ROOT) + "  " + trouble.name() + "  "
                    + trouble.where());
            lines.add("  " + trouble.says() + ".");
            lines.add("  Next: " + trouble.cure());
        }
        return lines;
    }

    private static void connector(List<String> lines, ConnectorState connector, String more) {
        StringBuilder tasks = new StringBuilder();
        for (TaskState task : connector.tasks()) {
            tasks.append(tasks.isEmpty() ? "task " : ", task ")
                    .append(task.id())
                    .append(' ')
                    .append(task.state());
        }
        row(lines, connector.kind(), connector.name() + " (" + connector.type() + ")", connector.state(), tasks + more);
    }

    private static void topic(List<String> lines, TopicState topic, long now) {
        Long newest = topic.newest();
        row(
                lines,
                topic.role(),
                topic.name(),
                topic.partitions() == 0 ? "MISSING" : Words.count(topic.partitions(), "partition"),
                topic.partitions() == 0
                        ? ""
                        : number(topic.records()) + " offsets" + (topic.form().isEmpty() ? "" : ", " + topic.form())
                                + (newest == null ? "" : ", newest " + Words.time(Math.max(0, now - newest)) + " ago"));
    }

    private static void sink(List<String> lines, SinkState sink) {
        String answers = sink.answers() == null ? UNKNOWN : sink.answers() ? "answers" : "AWAY";
        List<String> more = new ArrayList<>();
        add(more, "lag applied ", sink.lagApplied(), "");
        add(more, "durable ", sink.lagDurable(), "");
        add(more, "", sink.statements(), " statements");
        add(more, "", sink.streams(), " streams");
        if (sink.freshnessMs() != null) {
            more.add("newest element " + Words.time(sink.freshnessMs()) + " old");
        }
        row(lines, "store", sink.store().isEmpty() ? sink.name() : sink.store(), answers, String.join(", ", more));
    }

    private static void views(List<String> lines, ViewsState app) {
        List<String> more = new ArrayList<>();
        add(
                more,
                "lag ",
                app.lag(),
                app.lagMs() == null || app.lagMs() == 0 ? "" : " (" + Words.time(app.lagMs()) + ")");
        add(more, "epoch ", app.epoch(), "");
        add(more, "", app.streamsLeft(), " streams to answer anew");
        add(more, "", app.oldAnswers(), " old answers");
        String members = app.members() == null ? UNKNOWN : Words.count(app.members(), "member");
        row(lines, "view app", app.applicationId(), app.isStopped() ? "STOPPED" : members, String.join(", ", more));
        for (Instance instance : app.instances()) {
            row(lines, "view app", instance.url(), instance.state().isEmpty() ? "AWAY" : instance.state(), "");
        }
        for (ViewState view : app.views()) {
            List<String> figures = new ArrayList<>();
            add(figures, "", view.answers(), " answers");
            add(figures, "", view.failures(), " failed");
            figures.addAll(view.topics());
            String standing = view.refused().isEmpty() ? app.isStopped() ? "STOPPED" : "answers" : "REFUSED";
            row(lines, "view", view.name() + " (" + view.kind() + ")", standing, String.join(", ", figures));
        }
    }

    private static void add(List<String> parts, String before, @Nullable Long value, String after) {
        if (value != null) {
            parts.add(before + number(value) + after);
        }
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static void row(List<String> lines, String part, String name, String state, String more) {
        lines.add(String.format(Locale.ROOT, "%-12s  %-36s  %-12s  %s", part, name, state, more)
                .stripTrailing());
    }
}
