package dev.velella.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.sail.SailConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Subjects with few and with very many statements are looked up alike. */
class PresentStatementsTest {
    private static final SimpleValueFactory VALUES = SimpleValueFactory.getInstance();

    private final SplittableRandom random = new SplittableRandom(5);

    @Test
    void exactlyTheStatementsOfTheStoreAreFound() {
        MemoryStore store = new MemoryStore();
        store.init();
        try (SailConnection connection = store.getConnection()) {
            Set<Statement> stored = new HashSet<>();
            connection.begin(IsolationLevels.SNAPSHOT);
            for (int i = 0; i < 600; i++) {
                Statement statement = statement();
                stored.add(statement);
                connection.addStatement(
                        statement.getSubject(),
                        statement.getPredicate(),
                        statement.getObject(),
                        statement.getContext());
            }
            for (int round = 0; round < 200; round++) {
                Set<Statement> wanted = new HashSet<>();
                for (int i = random.nextInt(12); i >= 0; i--) {
                    wanted.add(statement());
                }
                Set<Statement> expected = new HashSet<>(wanted);
                expected.retainAll(stored);
                assertThat(PresentStatements.of(wanted, connection)).isEqualTo(expected);
            }
            connection.commit();
        }
        store.shutDown();
    }

    /** Of a subject that has hundreds of statements, or of one that has a few, in three graphs. */
    private Statement statement() {
        boolean isLarge = random.nextInt(3) > 0;
        @Nullable Resource graph = random.nextInt(3) == 0 ? null : VALUES.createIRI("urn:g" + random.nextInt(2));
        return VALUES.createStatement(
                VALUES.createIRI(isLarge ? "urn:large" : "urn:s" + random.nextInt(20)),
                VALUES.createIRI("urn:p" + random.nextInt(2)),
                VALUES.createLiteral(random.nextInt(isLarge ? 150 : 3)),
                graph);
    }
}
