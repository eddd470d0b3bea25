package dev.velella.sink.view;

import dev.velella.sink.store.StoreMoment;
import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** A store whose statements can be changed without a record behind the change. */
public interface RepairableStore extends StoreView {

    /**
     * Deletes and adds statements, system graph included, all or none; durable on return. Offsets stay as they are.
     *
     * @param moment at which the store must be
     * @param deletes statements that the store must hold, as {@link #read} gives them
     * @param adds statements that it must not hold
     * @throws dev.velella.sink.error.StoreFailedException if the store is at another moment, holds other statements, or cannot be reached
     * @throws dev.velella.sink.error.PatchRefusedException if the store cannot hold a statement, or cannot delete it
     * @throws IOException never, unless {@link #read} throws it
     */
    void repair(StoreMoment moment, List<Statement> deletes, List<Statement> adds) throws IOException;
}
