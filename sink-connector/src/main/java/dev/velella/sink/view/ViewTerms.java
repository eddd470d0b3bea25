package dev.velella.sink.view;

import dev.velella.sink.store.Capabilities;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.eclipse.rdf4j.model.Statement;

/**
 * The form that statements have in the store of a sink.
 *
 * @param blankNodesBase begin of the IRIs in place of blank nodes
 * @param asHeld makes a statement as a store holds it, by what the store can hold; the operator throws
 *     {@link dev.velella.sink.error.PatchRefusedException}
 */
public record ViewTerms(String blankNodesBase, Function<Capabilities, UnaryOperator<Statement>> asHeld) {}
