package dev.velella.view;

import dev.velella.rdf.GraphHash;
import dev.velella.view.answer.CompiledView;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.ColumnType;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/** One view of a {@link ViewSet}. Immutable and thread-safe. */
public final class View {
    /** Changes when equal graphs may get another answer than from the version before. */
    private static final int ENGINE = 1;

    private final int place;
    private final ViewDefinition definition;
    private final CompiledView compiled;
    private final String digest;

    View(int place, ViewDefinition definition, CompiledView compiled, StaticData fixed) {
        this.place = place;
        this.definition = definition;
        this.compiled = compiled;
        digest = digest(definition, compiled, fixed);
    }

    private static String digest(ViewDefinition definition, CompiledView compiled, StaticData fixed) {
        long sum = GraphHash.EMPTY;
        int count = 0;
        for (Statement each : fixed.statements()) {
            if (compiled.touch().by(each)) {
                sum += GraphHash.of(each);
                count++;
            }
        }
        String text = ENGINE + "\n" + count + "\n" + GraphHash.format(sum) + "\n" + definition.json();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public String name() {
        return definition.name();
    }

    public ViewKind kind() {
        return definition.kind();
    }

    public ViewDefinition definition() {
        return definition;
    }

    /** Columns of its rows and their types, in order; empty if it has no rows. */
    public Map<String, ColumnType> columns() {
        return compiled.columns();
    }

    /** Columns that tell the rows of one stream apart. */
    public List<String> key() {
        return compiled.key();
    }

    /** Whether the answer depends on the time at which it is asked. */
    public boolean readsNow() {
        return compiled.readsNow();
    }

    /** Whether the answer depends on the graph of the answer before. */
    public boolean readsPrevious() {
        return compiled.readsPrevious();
    }

    /**
     * Names definition, static data that it can see, and version of the engine. Views with the same digest have the same
     * answers for the same graphs.
     */
    public String digest() {
        return digest;
    }

    /**
     * The next moment at which the view wants to be asked although no element comes.
     *
     * @param lastMs event time of the stream's last element, in ms since 1970
     * @param nowMs only later moments count
     * @return in ms since 1970; -1 if there is none
     */
    public long nextTick(long lastMs, long nowMs) {
        for (Duration after : definition.after()) {
            long tick = lastMs + after.toMillis();
            if (tick > nowMs) {
                return tick;
            }
        }
        return -1;
    }

    /** Its number in the set. */
    int place() {
        return place;
    }

    CompiledView compiled() {
        return compiled;
    }

    @Override
    public String toString() {
        return name();
    }
}
