package dev.velella.sink.view;

import dev.velella.sink.embedded.StoreContent;
import dev.velella.sink.error.PatchRefusedException;
import dev.velella.sink.error.StoreFailedException;
import dev.velella.sink.error.StoreUnavailableException;
import dev.velella.sink.remote.GuardedStore;
import dev.velella.sink.remote.RemoteRepair;
import dev.velella.sink.remote.RemoteSettings;
import dev.velella.sink.store.StoreMoment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.Statement;

/** The store behind HTTP to which a sink writes. It is read by queries, and changed in the same way as by the sink. */
public final class RemoteStore implements RepairableStore {
    private final RemoteSettings settings;
    private final UnaryOperator<Statement> terms;
    private final ServiceStore store;
    private final ServiceStore asItIs;
    private final GuardedStore direct;
    private final String blankNodesBase;
    private boolean wasReadDirectly;

    /**
     * Makes the store. Does not contact it yet.
     *
     * @param timeout maximum wait for the first bytes of an answer
     * @param blankNodesBase prefix of the IRIs that replace blank nodes
     * @param terms converts a statement to the form in the store, or throws {@link PatchRefusedException}
     * @throws dev.velella.sink.error.StoreFailedException if a key store cannot be read
     */
    public RemoteStore(
            RemoteSettings settings, Duration timeout, String blankNodesBase, UnaryOperator<Statement> terms) {
        this.settings = settings;
        this.terms = terms;
        store = ServiceStore.of(settings, timeout, blankNodesBase);
        asItIs = ServiceStore.of(settings, timeout, "");
        direct = GuardedStore.of(settings.with(timeout, timeout), "");
        this.blankNodesBase = blankNodesBase;
    }

    @Override
    public String place() {
        return store.place();
    }

    @Override
    public boolean isExclusive() {
        return store.isExclusive();
    }

    @Override
    public boolean hasDefaultGraph() {
        return wasReadDirectly || store.hasDefaultGraph();
    }

    /** An RDF4J server keeps them as they are. */
    @Override
    public boolean mayRewriteLiterals() {
        return !wasReadDirectly;
    }

    @Override
    public void read(StoreContent.Reader reader) throws IOException {
        read(reader, store, blankNodesBase);
    }

    /** Reads the store by its own protocol, which tells the default graph from the others; if it has none, by a query. */
    private void read(StoreContent.Reader reader, ServiceStore byQuery, String base) throws IOException {
        try {
            wasReadDirectly = direct.all(statement -> ServiceStore.hand(statement, reader, base));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (StoreUnavailableException e) {
            throw new StoreFailedException(String.valueOf(e.getMessage()), e);
        }
        if (!wasReadDirectly) {
            byQuery.read(reader);
        }
    }

    @Override
    public void repair(StoreMoment moment, List<Statement> deletes, List<Statement> adds) throws IOException {
        List<Statement> removes = asHeld(deletes);
        List<Statement> puts = asHeld(adds);
        RepairCheck.run(reader -> read(reader, asItIs, ""), moment, removes, puts);
        RemoteRepair.apply(settings, moment, removes, puts);
    }

    private List<Statement> asHeld(List<Statement> statements) {
        List<Statement> held = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            try {
                held.add(terms.apply(statement));
            } catch (PatchRefusedException e) {
                throw new PatchRefusedException("the repair is refused at " + statement + ": " + e.getMessage());
            }
        }
        return held;
    }

    @Override
    public void close() {
        store.close();
        asItIs.close();
        direct.close();
    }
}
