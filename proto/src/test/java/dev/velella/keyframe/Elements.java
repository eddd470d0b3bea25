package dev.velella.keyframe;

import dev.velella.frame.EncoderSettings;
import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.jelly.write.StatementOrder;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/** Small graphs and patches that share terms, so that a wrong table gives a wrong graph; the same seed, the same data. */
final class Elements {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    /** Tables so small that entries are overwritten within a few records. */
    static final TableSizes TABLES = new TableSizes(8, 4, 4);

    private Elements() {}

    static PartitionEncoder encoder(int records, long ms, LongSupplier nanoTime) {
        EncoderSettings settings =
                new EncoderSettings(JellyOptions.TOPIC, JellyPatchOptions.TOPIC, StatementOrder.GIVEN, Limits.DEFAULT);
        return new PartitionEncoder(settings, new KeyFrameInterval(records, ms), nanoTime);
    }

    static PartitionEncoder smallTables(int records) {
        EncoderSettings settings = new EncoderSettings(
                new JellyOptions(PhysicalType.QUADS, TABLES, false, 2),
                JellyPatchOptions.frame(TABLES, false),
                StatementOrder.GIVEN,
                Limits.DEFAULT);
        return new PartitionEncoder(settings, new KeyFrameInterval(records, 600_000));
    }

    static RdfGraph graph(long seed) {
        return RdfGraph.of(statements(seed));
    }

    static RdfPatch patch(long seed) {
        return RdfPatch.change(statements(seed), statements(seed + 1));
    }

    private static List<Statement> statements(long seed) {
        Random random = new Random(seed);
        List<Statement> statements = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            statements.add(VALUES.createStatement(
                    VALUES.createIRI("http://a.example/" + random.nextInt(4) + "/s" + random.nextInt(12)),
                    VALUES.createIRI("http://b.example/p" + random.nextInt(4)),
                    VALUES.createLiteral(random.nextInt(50)),
                    random.nextBoolean() ? null : VALUES.createIRI("http://a.example/g" + random.nextInt(3))));
        }
        return statements;
    }
}
