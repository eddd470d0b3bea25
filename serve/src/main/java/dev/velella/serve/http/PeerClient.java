package dev.velella.serve.http;

import dev.velella.serve.select.AllGraphs;
import dev.velella.serve.select.Selected;
import dev.velella.serve.select.Selection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks other instances. Thread-safe. */
public final class PeerClient implements AllGraphs.Peers, KeyLookup.PassedOn {
    @Override
    public Selected select(String address, Selection selection, Set<Integer> partitions) {
        throw new IllegalStateException("there is no other instance");
    }

    @Override
    public @Nullable Answer answer(String address, Set<Integer> partitions, ServeRequest request) {
        throw new IllegalStateException("there is no other instance");
    }

    @Override
    public String address(String address, ServeRequest request) {
        throw new IllegalStateException("there is no other instance");
    }
}
