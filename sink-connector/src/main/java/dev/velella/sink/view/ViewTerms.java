package dev.velella.sink.view;

import dev.velella.sink.store.Capabilities;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.Statement;

/**
 * The form that statements have in the store of a sink.
 *
 * @param blankNodesBase prefix of the IRIs that replace blank nodes
 * @param asHeld gives, for the capabilities of a store, an operator that converts a statement to the form in the store;
 *     the operator may throw {@link dev.velella.sink.error.PatchRefusedException}
 */
public record ViewTerms(String blankNodesBase, Function<Capabilities, UnaryOperator<Statement>> asHeld) {}
