package dev.velella.sink.targets.embedded;

import dev.velella.sink.directory.StoreDirectory;
import dev.velella.sink.embedded.EmbeddedTarget;
import dev.velella.sink.endpoint.SparqlEndpoint;
import dev.velella.sink.store.Target;
import dev.velella.sink.targets.TargetCheck;
import dev.velella.sink.targets.TargetOptionGroup;
import dev.velella.sink.targets.TargetType;
import dev.velella.sink.view.ClosedStore;
import dev.velella.sink.view.RepairableStore;
import dev.velella.sink.view.ViewTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;

/** A store in a directory of the worker, which the SPARQL endpoint serves. */
public abstract class EmbeddedTargetType implements TargetType {
    /**
     * How long a starting task waits for a directory in use: a worker may start a task again before the task that it gave up
     * has ended.
     */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private static final String NAME = "name";

    /** Name of the file or folder that holds such a store in its directory. */
    protected abstract String files();

    /**
     * Opens or makes the store in a directory.
     *
     * @param lockPatience how long to wait while another task or process still has the directory
     * @param rebuild whether an empty store replaces a damaged store; the damaged store is kept
     */
    protected abstract EmbeddedTarget open(
            Path directory, String connector, Duration lockPatience, boolean rebuild, AbstractConfig config);

    @Override
    public List<TargetOptionGroup> optionGroups() {
        return List.of(DirectoryOptions.GROUP);
    }

    @Override
    public final boolean isInWorker() {
        return true;
    }

    @Override
    public final String placeOption() {
        return DirectoryOptions.TARGET_DIR.name();
    }

    @Override
    public final String place(AbstractConfig config) {
        return DirectoryOptions.directory(config).toString();
    }

    @Override
    public final Target open(AbstractConfig config, String connector, boolean rebuild) {
        Path directory = DirectoryOptions.directory(config);
        EmbeddedTarget target = open(directory, connector, LOCK_TIMEOUT, rebuild, config);
        boolean noted = false;
        try {
            StoreDirectory.note(directory, connector);
            noted = true;
            return target;
        } finally {
            if (!noted) {
                target.close();
            }
        }
    }

    @Override
    public final RepairableStore view(AbstractConfig config, String connector, ViewTerms terms, Duration timeout) {
        Path directory = DirectoryOptions.directory(config);
        return ClosedStore.open(directory, files(), () -> open(directory, connector, Duration.ZERO, false, config));
    }

    /** Checks that the directory can hold the store, and that the endpoint can use its port. */
    @Override
    public final Map<String, String> problems(TargetCheck check) {
        if (!check.isRight(DirectoryOptions.TARGET_DIR.name())) {
            return Map.of();
        }
        String directory = (String) check.value(DirectoryOptions.TARGET_DIR.name());
        if (directory == null) {
            return Map.of(DirectoryOptions.TARGET_DIR.name(), DirectoryOptions.MISSING_DIRECTORY);
        }
        String connector = check.properties().getOrDefault(NAME, "");
        Map<String, String> files = new LinkedHashMap<>();
        check.types().forEach(type -> {
            if (type instanceof EmbeddedTargetType embedded) {
                files.put(embedded.name(), embedded.files());
            }
        });
        Map<String, String> problems = new LinkedHashMap<>();
        if (check.properties().containsKey(DirectoryOptions.HISTORY_RETENTION_MS.name())
                && Boolean.FALSE.equals(check.value(DirectoryOptions.HISTORY.name()))) {
            problems.put(
                    DirectoryOptions.HISTORY_RETENTION_MS.name(),
                    DirectoryOptions.HISTORY_RETENTION_MS.name() + " has no effect here: it is for "
                            + DirectoryOptions.HISTORY.name() + "=true. Leave it out");
        }
        StoreDirectory.fault(directory, name(), files, connector)
                .ifPresent(fault -> problems.put(
                        DirectoryOptions.TARGET_DIR.name(),
                        DirectoryOptions.TARGET_DIR.name() + " cannot hold a store: " + fault));
        Map<String, Object> values = new HashMap<>();
        check.options().forEach((option, value) -> values.put(option, value.value()));
        QueryOptions.ACCESS.problems(values).forEach((option, problem) -> problems.put(option, option + " " + problem));
        if (check.value(QueryOptions.ENDPOINT_PORT.name()) instanceof Integer port
                && check.isRight(QueryOptions.ENDPOINT_PORT.name())
                && check.isRight(QueryOptions.ENDPOINT_BIND.name())
                && !StoreDirectory.isInUseBy(directory, connector)) { // else the connector itself may use the port
            SparqlEndpoint.fault(String.valueOf(check.value(QueryOptions.ENDPOINT_BIND.name())), port)
                    .ifPresent(fault -> problems.put(
                            QueryOptions.ENDPOINT_PORT.name(), QueryOptions.ENDPOINT_PORT.name() + ": " + fault));
        }
        return problems;
    }

    @Override
    public final String emptyStore(AbstractConfig config) {
        return "a store of its own (another " + placeOption() + ")";
    }

    @Override
    public final String withoutAnswer(AbstractConfig config) {
        return "It goes on when that is done. Kafka is told only what is durable, so nothing is lost";
    }

    @Override
    public final String rebuildAdvice(AbstractConfig config, String rebuild) {
        return "The topics hold all it takes: set " + rebuild + ", and a new store is built beside this one, takes its"
                + " place when it is complete, and this one is kept";
    }
}
