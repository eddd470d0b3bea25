package dev.velella.source.dump;

import dev.velella.document.budget.DocumentTerms;
import dev.velella.document.budget.ReadingBudget;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;

/**
 * Makes the terms of a dump. The same reading of the same dump gives the same labels: a label of the file gets the dump's
 * name before it, and a node without a label gets a number. So nodes of two dumps never have the same label. Recent IRIs
 * are kept, because dumps repeat them. Not thread-safe.
 */
final class DumpTerms extends DocumentTerms {
    private static final int NAME_BYTES = 6;

    private final Names names;

    /** What lives as long as the dump is read: the IRIs that were seen last, and the number of nodes without a label. */
    static final class Names {
        private static final int MOST_IRIS = 10_000;
        private static final int LONGEST_KEPT = 1000;

        private final String dump;
        private final boolean keepsLabels;
        private final Map<String, IRI> recent = new HashMap<>();
        private long unlabelled;
        private boolean hasLabel;

        /** Whether the dump has labels, each of which stands for one node in the whole of it. */
        boolean sharesLabels() {
            return hasLabel && !keepsLabels;
        }

        /** @param input identity of the dump */
        Names(String input, boolean keepsLabels) {
            dump = "d" + digest(input);
            this.keepsLabels = keepsLabels;
        }

        private static String digest(String input) {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(input.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every Java platform has it
            }
        }
    }

    DumpTerms(ReadingBudget budget, Names names) {
        super(budget);
        this.names = names;
    }

    @Override
    public IRI createIRI(String text) {
        IRI iri = names.recent.get(text);
        if (iri == null) {
            iri = super.createIRI(text);
            if (text.length() <= Names.LONGEST_KEPT) {
                if (names.recent.size() == Names.MOST_IRIS) {
                    names.recent.clear();
                }
                names.recent.put(text, iri);
            }
        }
        return iri;
    }

    @Override
    public BNode createBNode() {
        return super.createBNode(names.dump + "a" + names.unlabelled++);
    }

    @Override
    public BNode createBNode(String label) {
        names.hasLabel = true;
        return super.createBNode(names.keepsLabels ? label : names.dump + "x" + label);
    }
}
