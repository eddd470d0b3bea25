package dev.velella.sink.embedded;

import dev.velella.rdf.PatchOperation;
import dev.velella.sink.store.Batch;
import dev.velella.sink.store.NetEffect;
import dev.velella.sink.store.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;

/** Changes statements of a store, including the system graph, although no record asks for the change. */
public final class Repair {
    private Repair() {}

    /**
     * Deletes and adds statements in one transaction, and makes the result durable. The offsets do not change. Nobody
     * else may use the store meanwhile.
     *
     * @throws dev.velella.sink.error.StoreFailedException if this failed; the store is then either unchanged or
     *     completely changed
     */
    public static void apply(Target target, List<Statement> deletes, List<Statement> adds) {
        List<PatchOperation> rows = new ArrayList<>(deletes.size() + adds.size());
        deletes.forEach(statement -> rows.add(new PatchOperation.Delete(statement)));
        adds.forEach(statement -> rows.add(new PatchOperation.Add(statement)));
        NetEffect effect = new NetEffect();
        effect.follow(rows);
        target.apply(new Batch(Map.of(), Map.of(), effect));
        if (target instanceof EmbeddedTarget embedded) {
            embedded.recount(); // this change was not counted, and rows of the system graph are no data
        }
        target.checkpoint();
    }
}
