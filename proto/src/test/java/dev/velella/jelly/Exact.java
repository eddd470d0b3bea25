package dev.velella.jelly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.List;
import java.util.Objects;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.jspecify.annotations.Nullable;

/** Equality to the letter: RDF4J's own lets language tags differ in case, and statements in their context. */
final class Exact {
    private Exact() {}

    static void assertSame(RdfGraph actual, RdfGraph expected, Object where) {
        assertSame(actual.statements(), expected.statements(), where);
        assertThat(actual.namespaces()).as("%s", where).isEqualTo(expected.namespaces());
    }

    static void assertSame(List<Statement> actual, List<Statement> expected, Object where) {
        assertThat(actual).as("%s", where).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            if (!same(actual.get(i), expected.get(i))) {
                throw new AssertionError(
                        where + ", statement " + i + ": " + actual.get(i) + " instead of " + expected.get(i));
            }
        }
    }

    static void assertSame(RdfPatch actual, RdfPatch expected, Object where) {
        assertThat(actual.operations()).as("%s", where).hasSameSizeAs(expected.operations());
        for (int i = 0; i < actual.operations().size(); i++) {
            PatchOperation a = actual.operations().get(i);
            PatchOperation b = expected.operations().get(i);
            if (!same(a, b)) {
                throw new AssertionError(where + ", operation " + i + ": " + a + " instead of " + b);
            }
        }
    }

    private static boolean same(PatchOperation a, PatchOperation b) {
        if (a instanceof PatchOperation.Add x && b instanceof PatchOperation.Add y) {
            return same(x.statement(), y.statement());
        }
        if (a instanceof PatchOperation.Delete x && b instanceof PatchOperation.Delete y) {
            return same(x.statement(), y.statement());
        }
        if (a instanceof PatchOperation.Header x && b instanceof PatchOperation.Header y) {
            return x.key().equals(y.key()) && same(x.value(), y.value());
        }
        return a.equals(b);
    }

    static boolean same(List<Statement> a, List<Statement> b) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            same = same(a.get(i), b.get(i));
        }
        return same;
    }

    private static boolean same(Statement a, Statement b) {
        return same(a.getSubject(), b.getSubject())
                && a.getPredicate().equals(b.getPredicate())
                && same(a.getObject(), b.getObject())
                && Objects.equals(a.getContext(), b.getContext());
    }

    private static boolean same(@Nullable Value a, @Nullable Value b) {
        if (a instanceof Triple x && b instanceof Triple y) {
            return same(x.getSubject(), y.getSubject())
                    && x.getPredicate().equals(y.getPredicate())
                    && same(x.getObject(), y.getObject());
        }
        if (a instanceof Literal x && b instanceof Literal y) {
            return x.equals(y)
                    && x.getLabel().equals(y.getLabel())
                    && x.getLanguage().equals(y.getLanguage())
                    && x.getDatatype().equals(y.getDatatype())
                    && x.getCoreDatatype() == y.getCoreDatatype();
        }
        return Objects.equals(a, b);
    }
}
