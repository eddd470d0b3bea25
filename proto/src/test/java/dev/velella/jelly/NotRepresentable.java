package dev.velella.jelly;

import java.util.Map;

/**
 * Cases of the conformance suite that RDF4J values cannot represent, each with the first thing in it that they cannot:
 * generalized statements, of which every case of the generalized categories that is to succeed holds some.
 */
final class NotRepresentable {
    static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("from_jelly/quads_rdf_1_1_generalized/pos_001", "literal as subject"),
            Map.entry("from_jelly/quads_rdf_1_1_generalized/pos_002", "literal as subject"),
            Map.entry("from_jelly/quads_rdf_1_1_generalized/pos_003", "literal as subject"),
            Map.entry("from_jelly/quads_rdf_1_1_generalized/pos_004", "literal as subject"),
            Map.entry("from_jelly/quads_rdf_1_1_generalized/pos_005", "literal as subject"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_001", "blank node as predicate"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_002", "blank node as predicate"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_003", "blank node as predicate"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_004", "literal as predicate"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_005", "literal as predicate"),
            Map.entry("from_jelly/quads_rdf_star_generalized/pos_006", "blank node as predicate"),
            Map.entry("from_jelly/triples_rdf_1_1_generalized/pos_001", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_1_1_generalized/pos_002", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_1_1_generalized/pos_003", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_1_1_generalized/pos_004", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_1_1_generalized/pos_005", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_001", "blank node as predicate"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_002", "blank node as predicate"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_003", "blank node as predicate"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_004", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_005", "literal as subject"),
            Map.entry("from_jelly/triples_rdf_star_generalized/pos_006", "blank node as predicate"),
            Map.entry("to_jelly/quads_rdf_1_1_generalized/pos_001", "literal as subject"),
            Map.entry("to_jelly/quads_rdf_1_1_generalized/pos_002", "literal as subject"),
            Map.entry("to_jelly/quads_rdf_1_1_generalized/pos_003", "literal as subject"),
            Map.entry("to_jelly/quads_rdf_1_1_generalized/pos_004", "literal as subject"),
            Map.entry("to_jelly/quads_rdf_1_1_generalized/pos_005", "literal as subject"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_001", "blank node as predicate"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_002", "blank node as predicate"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_003", "blank node as predicate"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_004", "literal as predicate"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_005", "literal as predicate"),
            Map.entry("to_jelly/quads_rdf_star_generalized/pos_006", "blank node as predicate"),
            Map.entry("to_jelly/triples_rdf_1_1_generalized/pos_001", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_1_1_generalized/pos_002", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_1_1_generalized/pos_003", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_1_1_generalized/pos_004", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_1_1_generalized/pos_005", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_001", "blank node as predicate"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_002", "blank node as predicate"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_003", "blank node as predicate"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_004", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_005", "literal as subject"),
            Map.entry("to_jelly/triples_rdf_star_generalized/pos_006", "blank node as predicate"));

    private NotRepresentable() {}
}
