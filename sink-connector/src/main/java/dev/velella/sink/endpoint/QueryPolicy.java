package dev.velella.sink.endpoint;

import dev.velella.kit.http.message.HttpFault;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.QueryLanguage;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.parser.QueryParserUtil;

/** Decides which queries are answered: only queries that read, and that read only this store. Stateless. */
final class QueryPolicy {
    /**
     * Maximum number of operators on rows in a query. Planning takes time proportional to the square of this number.
     */
    private static final int MAX_OPERATORS = 2_000;

    /** Maximum number of all parts of a query, not counting the rows of VALUES. */
    private static final int MAX_PARTS = 20_000;

    private QueryPolicy() {}

    /**
     * Checks the text of a query.
     *
     * @throws HttpFault 400 if the query is malformed; 403 if it is an update or asks another service; 413 if it has
     *     too many parts
     */
    static void check(String query) {
        try {
            TupleExpr algebra = QueryParserUtil.parseQuery(QueryLanguage.SPARQL, query, null)
                    .getTupleExpr();
            algebra.visit(new Inspection());
        } catch (MalformedQueryException e) {
            if (isUpdate(query)) {
                throw updateRefused();
            }
            throw new HttpFault(400, "malformed query: " + e.getMessage());
        } catch (StackOverflowError e) {
            throw new HttpFault(400, "the query is nested too deeply");
        }
    }

    private static boolean isUpdate(String query) {
        try {
            QueryParserUtil.parseUpdate(QueryLanguage.SPARQL, query, null);
            return true;
        } catch (MalformedQueryException e) {
            return false;
        }
    }

    static HttpFault updateRefused() {
        return new HttpFault(403, "the endpoint is read-only: updates are refused");
    }

    private static final class Inspection extends AbstractQueryModelVisitor<HttpFault> {
        private int operators;
        private int parts;

        @Override
        protected void meetNode(QueryModelNode node) {
            parts++;
            operators += node instanceof TupleExpr ? 1 : 0;
            if (operators > MAX_OPERATORS || parts > MAX_PARTS) {
                throw new HttpFault(413, "the query has too many parts");
            }
            super.meetNode(node);
        }

        @Override
        public void meet(Service node) {
            throw new HttpFault(403, "SERVICE is not offered: queries see this store only");
        }
    }
}
