package dev.velella.sink.embedded;

import dev.velella.rdf.PatchOperation;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/** Changes statements of a store, system graph included, without a record behind the change. */
public final class Repair {
    private Repair() {}

    /**
     * Deletes and adds statements in one transaction, and makes the result durable. Offsets stay as they are. Nobody else
     * may use the store meanwhile.
     *
     * @throws dev.velella.sink.error.StoreFailedException if that failed; the store is then as before, or as it was to be
     */
    public static void apply(Target target, List<Statement> deletes, List<Statement> adds) {
        List<PatchOperation> rows = new ArrayList<>(deletes.size() + adds.size());
        deletes.forEach(statement -> rows.add(new PatchOperation.Delete(statement)));
        adds.forEach(statement -> rows.add(new PatchOperation.Add(statement)));
        NetEffect effect = new NetEffect();
        effect.follow(rows);
        target.apply(new Batch(Map.of(), Map.of(), effect));
        if (target instanceof EmbeddedTarget embedded) {
            embedded.recount(); // what was changed before was not counted, and rows of the system graph are no data
        }
        target.checkpoint();
    }
}
