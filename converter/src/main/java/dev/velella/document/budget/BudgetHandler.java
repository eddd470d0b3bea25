package dev.velella.document.budget;

import dev.velella.document.format.MessageHandler;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFHandler;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.jspecify.annotations.Nullable;

/**
 * Counts statements before it hands them on to another handler. Remembers an exception of this other handler, so that
 * it can be told from an exception of the parser.
 */
public class BudgetHandler implements RDFHandler {
    private final RDFHandler handler;
    private final ReadingBudget budget;
    private final boolean readsAsItGoes;
    private @Nullable RuntimeException thrown;

    /**
     * A handler in front of another one.
     *
     * @param readsAsItGoes whether the parser reads its input between statements
     */
    private BudgetHandler(RDFHandler handler, ReadingBudget budget, boolean readsAsItGoes) {
        this.handler = handler;
        this.budget = budget;
        this.readsAsItGoes = readsAsItGoes;
    }

    /** The exception of the other handler, which has ended the reading; null if it has thrown none. */
    @Nullable
    public RuntimeException thrown() {
        return thrown;
    }

    /** As the constructor, and takes messages if the other handler does. */
    public static BudgetHandler of(RDFHandler handler, ReadingBudget budget, boolean readsAsItGoes) {
        return handler instanceof MessageHandler messages
                ? new OfMessages(messages, budget, readsAsItGoes)
                : new BudgetHandler(handler, budget, readsAsItGoes);
    }

    final void hand(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            thrown = e;
            throw e;
        }
    }

    @Override
    public void startRDF() throws RDFHandlerException {
        hand(handler::startRDF);
    }

    @Override
    public void endRDF() throws RDFHandlerException {
        hand(handler::endRDF);
    }

    @Override
    public void handleNamespace(String prefix, String iri) throws RDFHandlerException {
        budget.characters(prefix.length() + iri.length());
        hand(() -> handler.handleNamespace(prefix, iri));
    }

    @Override
    public void handleStatement(Statement statement) throws RDFHandlerException {
        if (readsAsItGoes) {
            budget.statementOfReading();
        } else {
            budget.statement();
        }
        try {
            handler.handleStatement(statement);
        } catch (RuntimeException e) {
            thrown = e;
            throw e;
        }
    }

    @Override
    public void handleComment(String comment) throws RDFHandlerException {
        budget.step();
        hand(() -> handler.handleComment(comment));
    }

    private static final class OfMessages extends BudgetHandler implements MessageHandler {
        private final MessageHandler handler;

        OfMessages(MessageHandler handler, ReadingBudget budget, boolean readsAsItGoes) {
            super(handler, budget, readsAsItGoes);
            this.handler = handler;
        }

        @Override
        public void messages() {
            hand(handler::messages);
        }

        @Override
        public void endMessage() {
            hand(handler::endMessage);
        }
    }
}
