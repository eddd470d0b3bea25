package dev.velella.bench.data;

import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;

/**
 * Patches in the manner of the update mix of the Berlin SPARQL Benchmark: of eleven, eight insert a product with an offer and
 * a review ({@link BsbmProducts}), and three delete the four statements of an offer that was inserted before. So there are
 * some 18 adds for each delete, as in the stream {@code bsbm-cdc} of the Jelly-Patch paper.
 */
final class BsbmUpdates {
    private static final int CYCLE = 11;
    private static final List<Integer> DELETES = List.of(3, 7, 10);

    private final BsbmProducts products;
    private final Deque<List<Statement>> offers = new ArrayDeque<>();
    private int number;

    BsbmUpdates(long seed) {
        products = new BsbmProducts(Integer.MAX_VALUE, seed);
    }

    /** The next patches, one transaction each. */
    List<RdfPatch> next(int count) {
        List<RdfPatch> patches = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            patches.add(next());
        }
        return patches;
    }

    private RdfPatch next() {
        if (DELETES.contains(number++ % CYCLE)) {
            return RdfPatch.change(offers.remove(), List.of());
        }
        RdfGraph product = products.next();
        Resource offer = product.statements().stream()
                .filter(statement -> statement.getPredicate().getLocalName().equals("price"))
                .findFirst()
                .orElseThrow()
                .getSubject();
        offers.add(product.statements().stream()
                .filter(statement -> statement.getSubject().equals(offer))
                .toList());
        return RdfPatch.change(List.of(), product.statements());
    }
}
