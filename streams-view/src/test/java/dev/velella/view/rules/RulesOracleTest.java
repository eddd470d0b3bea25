package dev.velella.view.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.velella.view.View;
import dev.velella.view.ViewEngine;
import dev.velella.view.ViewSet;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.jena.rdf.model.InfModel;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.reasoner.rulesys.GenericRuleReasoner;
import org.eclipse.rdf4j.common.transaction.IsolationLevels;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.RDFS;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.repository.sail.SailRepository;
import org.eclipse.rdf4j.repository.sail.SailRepositoryConnection;
import org.eclipse.rdf4j.sail.memory.MemoryStore;
import org.junit.jupiter.api.Test;

/**
 * Rules against two oracles: random rule sets against their rules as queries of RDF4J, repeated until nothing is new, and
 * RDFS against the reasoner of Jena. The graph changes statement by statement, and the view is asked only if it is touched.
 */
class RulesOracleTest {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    /** The rules of RDF 1.1 Semantics. Jena's own reasoner for RDFS misses superclasses behind a cycle: findings/jena-subclass-cycle.sh. */
    private static final String RDFS_RULES =
            """
            [rdfs2: (?p rdfs:domain ?c) (?x ?p ?y) -> (?x rdf:type ?c)]
            [rdfs3: (?p rdfs:range ?c) (?x ?p ?y) -> (?y rdf:type ?c)]
            [rdfs5: (?p rdfs:subPropertyOf ?q) (?q rdfs:subPropertyOf ?r) -> (?p rdfs:subPropertyOf ?r)]
            [rdfs7: (?p rdfs:subPropertyOf ?q) (?x ?p ?y) -> (?x ?q ?y)]
            [rdfs9: (?c rdfs:subClassOf ?d) (?x rdf:type ?c) -> (?x rdf:type ?d)]
            [rdfs11: (?c rdfs:subClassOf ?d) (?d rdfs:subClassOf ?e) -> (?c rdfs:subClassOf ?e)]
            """;

    private static final long STEPS = Long.getLong("velella.views.steps", 2_000) / 10;

    private final Random random = new Random(Long.getLong("velella.views.seed", 1));

    @Test
    void randomRulesFollowLikeQueriesThatAreRepeated() {
        int sets = 0;
        int refused = 0;
        long steps = 0;
        while (steps < STEPS) {
            String rules = rules();
            try {
                steps += compare(rules);
                sets++;
            } catch (ViewRefusedException e) {
                assertThat(e.reason()).as(rules).isIn(Refusal.NOT_STRATIFIED, Refusal.UNSAFE_RULE);
                refused++;
            }
        }
        System.out.println(sets + " rule sets, " + refused + " refused, " + steps + " steps");
        assertThat(sets).isPositive();
        assertThat(refused).isPositive();
    }

    private String rules() {
        StringBuilder rules = new StringBuilder("PREFIX : <urn:x:>\n");
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            rules.append("RULE { ")
                    .append(triple())
                    .append("} WHERE ")
                    .append(random.nextInt(9) == 0 ? "DATA {" : "{ ");
            rules.append(triple());
            for (int more = random.nextInt(3); more > 0; more--) {
                switch (random.nextInt(6)) {
                    case 0 -> rules.append("NOT { " + triple() + (random.nextBoolean() ? triple() : "") + "} ");
                    case 1 -> rules.append("NOT DATA { " + triple() + "} ");
                    case 2 -> rules.append("FILTER(?" + variable() + " != :n" + random.nextInt(4) + ") ");
                    default -> rules.append(triple());
                }
            }
            rules.append("}\n");
        }
        return rules.toString();
    }

    private char variable() {
        return (char) ('x' + random.nextInt(3));
    }

    private String triple() {
        return "?" + variable()
                + (random.nextInt(12) == 0
                        ? " ?p :n0 . "
                        : " :p" + random.nextInt(4)
                                + (random.nextInt(6) == 0 ? " :n" + random.nextInt(4) : " ?" + variable()) + " . ");
    }

    private Statement statement() {
        return VALUES.createStatement(
                VALUES.createIRI("urn:x:n" + random.nextInt(4)),
                VALUES.createIRI("urn:x:p" + random.nextInt(4)),
                VALUES.createIRI("urn:x:n" + random.nextInt(4)));
    }

    private long compare(String rules) {
        ViewDefinition definition = ViewDefinition.parse(JsonNodeFactory.instance
                .objectNode()
                .put("name", "r")
                .put("kind", "rules")
                .put("rules", rules)
                .toString());
        Set<Statement> fixed = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fixed.add(statement());
        }
        ViewSet set = ViewSet.compile(List.of(definition), StaticData.of(fixed), 1);
        View view = set.views().get(0);
        ViewEngine engine = set.newEngine();
        Set<Statement> common = repeated(rules, fixed);
        Set<Statement> present = new LinkedHashSet<>();
        Set<Statement> answer = Set.of();
        int steps = 12;
        for (int i = 0; i < steps; i++) {
            Statement one = statement();
            boolean isAdd = !present.remove(one) && present.add(one);
            if (i == 0
                    || !engine.touched(isAdd ? List.of() : List.of(one), isAdd ? List.of(one) : List.of())
                            .isEmpty()) {
                answer = Set.copyOf(engine.answer(view, StreamData.of(present), 0, List.of())
                        .graph());
            }
            Set<Statement> all = new HashSet<>(fixed);
            all.addAll(present);
            Set<Statement> expected = repeated(rules, all);
            expected.removeAll(common);
            assertThat(answer).as("%s\nof %s with %s", rules, present, fixed).isEqualTo(expected);
        }
        return steps;
    }

    /** What follows, by queries. */
    private static Set<Statement> repeated(String rules, Set<Statement> given) {
        List<RuleText.Source> sources = RuleText.read("r", rules);
        List<Rule> parsed = RuleParser.parse("r", rules).rules();
        IRI data = VALUES.createIRI(RuleText.DATA);
        SailRepository store = new SailRepository(new MemoryStore());
        Set<Statement> all = new HashSet<>(given);
        try (SailRepositoryConnection connection = store.getConnection()) {
            connection.begin(IsolationLevels.NONE);
            connection.add(given);
            connection.add(given, data);
            connection.commit();
            for (List<Rule> layer : Strata.of("r", parsed)) {
                boolean isNew = true;
                while (isNew) {
                    isNew = false;
                    for (Rule rule : layer) {
                        List<Statement> made = new ArrayList<>();
                        try (GraphQueryResult result = connection
                                .prepareGraphQuery(
                                        sources.get(parsed.indexOf(rule)).query())
                                .evaluate()) {
                            result.forEach(made::add);
                        }
                        connection.begin(IsolationLevels.NONE);
                        connection.add(made);
                        connection.commit();
                        isNew |= all.addAll(made);
                    }
                }
            }
        } finally {
            store.shutDown();
        }
        all.removeAll(given);
        return all;
    }

    @Test
    void rdfsFollowsAsByTheRulesOfJena() {
        ViewDefinition definition = ViewDefinition.parse("{\"name\":\"r\",\"kind\":\"rules\",\"ruleset\":\"rdfs\"}");
        IRI[] links = {RDFS.SUBCLASSOF, RDFS.SUBPROPERTYOF, RDFS.DOMAIN, RDFS.RANGE, RDF.TYPE};
        for (long round = 0; round < Math.max(20, STEPS / 20); round++) {
            Set<Statement> data = new LinkedHashSet<>();
            Set<Statement> fixed = new LinkedHashSet<>();
            for (int i = 0; i < 12; i++) {
                IRI link = random.nextInt(3) == 0
                        ? VALUES.createIRI("urn:x:p" + random.nextInt(4))
                        : links[random.nextInt(links.length)];
                boolean isProperty = link.equals(RDFS.SUBPROPERTYOF);
                String subject = isProperty || link.equals(RDFS.DOMAIN) || link.equals(RDFS.RANGE) ? "p" : "c";
                (random.nextInt(3) == 0 ? fixed : data)
                        .add(VALUES.createStatement(
                                VALUES.createIRI("urn:x:" + subject + random.nextInt(4)),
                                link,
                                VALUES.createIRI("urn:x:" + (isProperty ? "p" : "c") + random.nextInt(4))));
            }
            ViewSet set = ViewSet.compile(List.of(definition), StaticData.of(fixed), 1);
            Set<Statement> answer = new HashSet<>(set.newEngine()
                    .answer(set.views().get(0), StreamData.of(data), 0, List.of())
                    .graph());
            Set<Statement> all = new HashSet<>(fixed);
            all.addAll(data);
            Set<Statement> expected = jena(all);
            expected.removeAll(jena(fixed));
            assertThat(answer).as("%s with %s", data, fixed).isEqualTo(expected);
        }
    }

    private static Set<Statement> jena(Set<Statement> data) {
        Model model = ModelFactory.createDefaultModel();
        data.forEach(each -> model.add(
                model.createResource(each.getSubject().stringValue()),
                model.createProperty(each.getPredicate().stringValue()),
                model.createResource(each.getObject().stringValue())));
        GenericRuleReasoner reasoner =
                new GenericRuleReasoner(org.apache.jena.reasoner.rulesys.Rule.parseRules(RDFS_RULES));
        reasoner.setMode(GenericRuleReasoner.FORWARD_RETE);
        InfModel inferred = ModelFactory.createInfModel(reasoner, model);
        Set<Statement> all = new HashSet<>();
        inferred.listStatements()
                .forEach(each -> all.add(VALUES.createStatement(
                        VALUES.createIRI(each.getSubject().getURI()),
                        VALUES.createIRI(each.getPredicate().getURI()),
                        VALUES.createIRI(each.getObject().asResource().getURI()))));
        all.removeAll(data);
        return all;
    }
}
