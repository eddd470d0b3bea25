package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * Ordered isomorphism of lists of statements: equal statement by statement, in order, under one renaming of blank nodes
 * that holds for all lists that are compared. Literals must be spelled alike, language tags in any case.
 */
final class OrderedIsomorphism {
    private final Map<String, String> forth = new HashMap<>();
    private final Map<String, String> back = new HashMap<>();

    void assertSame(List<Statement> actual, List<Statement> expected, String what) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            Statement a = actual.get(i);
            Statement b = expected.get(i);
            assertThat(same(a, b))
                    .as("%s, statement %d: %s is %s", what, i, a, b)
                    .isTrue();
        }
    }

    private boolean same(Statement a, Statement b) {
        return same(a.getSubject(), b.getSubject())
                && a.getPredicate().equals(b.getPredicate())
                && same(a.getObject(), b.getObject())
                && sameContext(a.getContext(), b.getContext());
    }

    private boolean sameContext(@Nullable Resource a, @Nullable Resource b) {
        return a == null || b == null ? a == b : same(a, b);
    }

    private boolean same(Value a, Value b) {
        if (a instanceof BNode x && b instanceof BNode y) {
            String known = forth.putIfAbsent(x.getID(), y.getID());
            String other = back.putIfAbsent(y.getID(), x.getID());
            return (known == null || known.equals(y.getID())) && (other == null || other.equals(x.getID()));
        }
        if (a instanceof Triple x && b instanceof Triple y) {
            return same(x.getSubject(), y.getSubject())
                    && x.getPredicate().equals(y.getPredicate())
                    && same(x.getObject(), y.getObject());
        }
        if (a instanceof Literal x && b instanceof Literal y) {
            return x.equals(y)
                    && x.getLabel().equals(y.getLabel())
                    && x.getDatatype().equals(y.getDatatype());
        }
        return a.equals(b);
    }
}
