package dev.velella.sink.view;

import dev.velella.sink.store.StoreMoment;
import java.io.IOException;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;

/** A store whose statements can be changed although no record asks for the change. */
public interface RepairableStore extends StoreView {

    /**
     * Deletes and adds statements, including the system graph, all or none. The result is durable on return. The
     * offsets do not change.
     *
     * @param moment moment at which the store must be
     * @param deletes statements that the store must contain, as {@link #read} gives them
     * @param adds statements that the store must not contain
     * @throws dev.velella.sink.error.StoreFailedException if the store is at another moment, holds other statements, or
     *     cannot be reached
     * @throws dev.velella.sink.error.PatchRefusedException if the store cannot hold a statement, or cannot delete it
     * @throws IOException only if {@link #read} throws it
     */
    void repair(StoreMoment moment, List<Statement> deletes, List<Statement> adds) throws IOException;
}
