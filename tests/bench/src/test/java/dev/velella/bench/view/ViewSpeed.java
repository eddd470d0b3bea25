package dev.velella.bench.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.diff.compare.GraphComparison;
import dev.velella.diff.compare.RollingDiff;
import dev.velella.diff.compare.StreamChange;
import dev.velella.diff.compare.StreamGraph;
import dev.velella.document.DocumentReader;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.graph.GraphSettings;
import dev.velella.graph.TargetGraph;
import dev.velella.jelly.format.Limits;
import dev.velella.rdf.RdfGraph;
import dev.velella.source.payload.ShapesGate;
import dev.velella.source.simulator.SimulatedElement;
import dev.velella.source.simulator.WeatherOptions;
import dev.velella.source.simulator.WeatherSimulator;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.answer.RowChanges;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.ViewDefinition;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.TupleQueryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.sail.inferencer.fc.SchemaCachingRDFSInferencer;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.eclipse.rdf4j.sail.shacl.ShaclValidator;

/**
 * Elements a second and a processor core, for views of a weather station of 115 triples: {@code ViewSpeed [ELEMENTS]}. From the
 * change of the station's graph to the change of the answer. Beside it, by turns, a plain program: it puts each element into a
 * memory store of RDF4J, asks it, and compares sets.
 */
public final class ViewSpeed {
    private static final int ROUNDS = 5;
    private static final String PREFIXES =
            """
            PREFIX sosa: <http://www.w3.org/ns/sosa/>
            PREFIX om: <http://www.ontology-of-units-of-measure.org/resource/om-2/>
            PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
            PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
            PREFIX sh: <http://www.w3.org/ns/shacl#>
            PREFIX aiot: <https://assist-iot.eu/ontologies/aiot#>
            PREFIX : <urn:view:>
            """;
    private static final String PATTERNS =
            "?result sosa:isResultOf ?o . ?o sosa:observedProperty ?property . ?result om:hasNumericalValue ?value";
    private static final String CONSTRUCT =
            PREFIXES + "CONSTRUCT { ?property :latest ?value } WHERE { " + PATTERNS + " }";
    private static final String SELECT = PREFIXES + "SELECT ?property ?value WHERE { " + PATTERNS + " }";
    private static final String NOTHING = PREFIXES + "SELECT ?s ?o WHERE { ?s :nothing ?o }";
    private static final String SHAPES = PREFIXES
            + """
            :Observation a sh:NodeShape ; sh:targetClass sosa:Observation ;
              sh:property [ sh:path sosa:resultTime ; sh:minCount 1 ; sh:datatype xsd:dateTime ] ,
                [ sh:path sosa:madeBySensor ; sh:minCount 1 ; sh:class sosa:Sensor ] ,
                [ sh:path sosa:observedProperty ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] ,
                [ sh:path sosa:hasFeatureOfInterest ; sh:class sosa:FeatureOfInterest ] ,
                [ sh:path [ sh:inversePath sosa:isResultOf ] ; sh:minCount 1 ] .
            :Result a sh:NodeShape ; sh:targetClass aiot:MeasureResult ;
              sh:property [ sh:path om:hasNumericalValue ; sh:minCount 1 ; sh:maxCount 1 ] ,
                [ sh:path om:hasNumericalValue ; sh:minInclusive -1000 ; sh:maxInclusive 100000 ] ,
                [ sh:path om:hasUnit ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ,
                [ sh:path sosa:isResultOf ; sh:class sosa:Observation ] ,
                [ sh:path ( sosa:isResultOf sosa:observedProperty ) ; sh:minCount 1 ] .
            """;
    private static final String ONTOLOGY = PREFIXES
            + """
            sosa:Observation rdfs:subClassOf :Event . :Event rdfs:subClassOf :Thing .
            aiot:MeasureResult rdfs:subClassOf sosa:Result . sosa:Sensor rdfs:subClassOf :Device .
            sosa:madeBySensor rdfs:domain sosa:Observation ; rdfs:range sosa:Sensor ; rdfs:subPropertyOf :by .
            sosa:isResultOf rdfs:domain sosa:Result ; rdfs:range sosa:Observation .
            sosa:observedProperty rdfs:range sosa:ObservableProperty . om:hasUnit rdfs:range om:Unit .
            """;

    private final List<List<Statement>> graphs = new ArrayList<>();
    private final List<RollingDiff> changes = new ArrayList<>();
    private final StaticData ontology = StaticData.of(read(ONTOLOGY));

    private ViewSpeed(int elements) {
        WeatherSimulator simulator = new WeatherSimulator(WeatherOptions.of(1, elements));
        GraphComparison comparison = new GraphComparison(TargetGraph.of(GraphSettings.DEFAULT));
        StreamGraph graph = new StreamGraph();
        for (int i = 0; i < elements; i++) {
            SimulatedElement element = Objects.requireNonNull(simulator.next());
            StreamChange change = comparison.between(graph, graph.hash(), element.key(), element.graph());
            graph = graph.after(change);
            graphs.add(List.copyOf(graph.statements()));
            changes.add(change.diff());
        }
    }

    private static List<Statement> read(String turtle) {
        return new DocumentReader(Limits.DEFAULT)
                .readGraph(DocumentFormat.TURTLE, turtle.getBytes(StandardCharsets.UTF_8))
                .statements();
    }

    /** Measures. The arguments: number of elements, 5000 if there is none. */
    public static void main(String[] arguments) {
        ViewSpeed speed = new ViewSpeed(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000);
        System.out.println("statements: " + speed.graphs.get(0).size());
        Map<String, List<Double>> rates = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            speed.measure(rates, "construct", "query", CONSTRUCT, true);
            speed.measure(rates, "select", "query", SELECT, true);
            speed.measure(rates, "shacl", "shapes", SHAPES, true);
            speed.measureGate(rates);
            speed.measure(rates, "rules", "ruleset", "rdfs", true);
            speed.measure(rates, "select", "query", NOTHING, false);
        }
        rates.forEach((name, each) -> System.out.printf(
                "%-28s %,10.0f elements/s (%,.0f-%,.0f), %.1f us%n",
                name,
                each.stream().sorted().skip(each.size() / 2).findFirst().orElseThrow(),
                each.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                each.stream().mapToDouble(Double::doubleValue).max().orElseThrow(),
                1e6 / each.stream().sorted().skip(each.size() / 2).findFirst().orElseThrow()));
    }

    private void measure(Map<String, List<Double>> rates, String kind, String member, String text, boolean plain) {
        String name = plain ? kind : "no view touched";
        long before = processorTime();
        long answers = views(kind, member, text);
        rates.computeIfAbsent(name, none -> new ArrayList<>()).add(graphs.size() * 1e9 / (processorTime() - before));
        if (!plain) {
            return;
        }
        before = processorTime();
        long others = plain(kind, text, graphs.size() / 10);
        rates.computeIfAbsent(name + ", plain RDF4J", none -> new ArrayList<>())
                .add((graphs.size() / 10) * 1e9 / (processorTime() - before));
        if (answers == 1 || (others == 0 && !kind.equals("shacl"))) {
            System.err.println(name + ": nothing changed: " + answers + ", " + others);
        }
    }

    /** The check of elements by a source. Before, it was RDF4J's validator, as in {@link #plain}. */
    private void measureGate(Map<String, List<Double>> rates) {
        ShapesGate gate = new ShapesGate(SHAPES, ReadingLimits.ofElement(1 << 20, 100_000));
        long before = processorTime();
        graphs.forEach(each -> gate.check(RdfGraph.of(each)));
        rates.computeIfAbsent("gate", none -> new ArrayList<>()).add(graphs.size() * 1e9 / (processorTime() - before));
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private long views(String kind, String member, String text) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("name", "v").put("kind", kind).put(member, text);
        if (kind.equals("select")) {
            object.putArray("key").add(text.equals(NOTHING) ? "s" : "property");
        }
        ViewSet set = ViewSet.compile(
                List.of(ViewDefinition.parse(object.toString())), kind.equals("rules") ? ontology : StaticData.NONE, 1);
        ViewEngine engine = set.newEngine();
        GraphComparison comparison = new GraphComparison(TargetGraph.of(GraphSettings.DEFAULT));
        StreamGraph last = new StreamGraph();
        long hash = 0;
        byte[] rows = null;
        long sum = 1;
        for (int i = 0; i < graphs.size(); i++) {
            RollingDiff change = changes.get(i);
            for (View view : engine.touched(change.deletes(), change.adds())) {
                ViewAnswer answer = engine.answer(view, StreamData.of(graphs.get(i)), i, List.of());
                if (view.kind().hasGraph()) {
                    StreamChange next = comparison.between(last, hash, answer.graph());
                    last = last.after(next);
                    hash = next.hashAfter();
                    sum += next.diff().adds().size();
                }
                if (view.kind().hasRows()) {
                    RowChanges next = RowChanges.between(rows, answer.rows());
                    rows = next.stored();
                    sum += next.upserts().size();
                }
            }
        }
        return sum;
    }

    /** What somebody writes who has RDF4J and an hour; the shapes are in their store before the first element. */
    private long plain(String kind, String text, int elements) {
        MemoryStore store = new MemoryStore();
        SailRepository repository =
                new SailRepository(kind.equals("rules") ? new SchemaCachingRDFSInferencer(store) : store);
        SailRepository shapes = new SailRepository(new MemoryStore());
        if (kind.equals("shacl")) {
            try (SailRepositoryConnection connection = shapes.getConnection()) {
                connection.add(read(text));
            }
        }
        long sum = 0;
        Set<Object> last = Set.of();
        try (SailRepositoryConnection connection = repository.getConnection()) {
            for (int i = 0; i < elements; i++) {
                connection.begin(IsolationLevels.NONE);
                connection.clear();
                connection.add(graphs.get(i));
                if (kind.equals("rules")) {
                    connection.add(ontology.statements());
                }
                connection.commit();
                Set<Object> next = new HashSet<>();
                if (kind.equals("construct")) {
                    try (GraphQueryResult result =
                            connection.prepareGraphQuery(text).evaluate()) {
                        result.forEach(next::add);
                    }
                } else if (kind.equals("select")) {
                    try (TupleQueryResult result =
                            connection.prepareTupleQuery(text).evaluate()) {
                        for (BindingSet each : result) {
                            next.add(each);
                        }
                    }
                } else if (kind.equals("rules")) {
                    connection.getStatements(null, null, null, true).forEach(next::add);
                } else {
                    next.addAll(ShaclValidator.validate(store, shapes.getSail()).asModel());
                }
                for (Object each : next) {
                    sum += last.contains(each) ? 0 : 1;
                }
                last = next;
            }
        } finally {
            repository.shutDown();
            shapes.shutDown();
        }
        return sum;
    }
}
