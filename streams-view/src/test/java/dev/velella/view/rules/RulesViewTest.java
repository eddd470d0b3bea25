package dev.velella.view.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.velella.document.DocumentReader;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import dev.velella.view.View;
import dev.velella.view.ViewSet;
import dev.velella.view.data.StaticData;
import dev.velella.view.data.StreamData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules as the draft "SPARQL 1.2 RL" means them. */
class RulesViewTest {
    private static final String PREFIXES = "PREFIX : <urn:x:> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>"
            + " PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>"
            + " PREFIX owl: <http://www.w3.org/2002/07/owl#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";

    @Test
    void aRuleThatReadsItsOwnHeadGoesOnUntilNothingIsNew() {
        assertFollows(
                "RULE { ?x :in ?y } WHERE { ?x :part ?y } RULE { ?x :in ?z } WHERE { ?x :part ?y . ?y :in ?z }",
                ":a :part :b . :b :part :c . :c :part :a . :c :part :d .",
                ":a :in :a, :b, :c, :d . :b :in :a, :b, :c, :d . :c :in :a, :b, :c, :d .");
    }

    @Test
    void negationComesAfterAllThatItNegates() {
        assertFollows(
                """
                RULE { ?x :status :safe } WHERE { ?x a :Part . NOT { ?x :status :bad } }
                RULE { ?x :status :bad } WHERE { ?x :uses ?y . ?y :hole ?h . ?h :severity ?s . FILTER(?s >= 9.0) }
                RULE { ?x :status :bad } WHERE { ?x :uses ?y . ?y :status :bad }
                """,
                ":a a :Part ; :uses :b . :b a :Part ; :uses :c . :c a :Part ; :hole :h . :h :severity 9.1 .",
                ":a :status :bad . :b :status :bad . :c :status :safe .");
    }

    @Test
    void anElementSeesWhatStandsBeforeIt() {
        // ?y of the negation is another one than that of the pattern behind it
        assertFollows(
                "RULE { ?x :free ?y } WHERE { ?x a :Node . NOT { ?x :to ?y } ?x :near ?y }",
                ":a a :Node ; :to :b ; :near :c . :d a :Node ; :near :e .",
                ":d :free :e .");
    }

    @Test
    void eachLabelOfABodyIsAVariableOfItsOwn() {
        assertFollows(
                "RULE { ?node :meets ?o } WHERE { _:a.b :p ?o . _:a_b :q ?o . _:node :r ?o . ?node :s ?o }",
                ":a :p 1 . :b :q 1 . :c :r 1 . :d :s 1 .",
                ":d :meets 1 .");
    }

    @Test
    void setMakesTermsAndAnErrorDropsTheSolution() {
        assertFollows(
                "RULE { ?v :risk ?r } WHERE { ?v :severity ?s . ?v :likely ?p . SET (?r := ?s * ?p) FILTER(?r > 1) }",
                ":a :severity 4 ; :likely 2 . :b :severity \"x\" ; :likely 2 . :c :severity 1 ; :likely 1 .",
                ":a :risk 8 .");
    }

    @Test
    void matchingOfTheDataAloneSeesNothingInferred() {
        assertFollows(
                """
                RULE { ?x :km ?k } WHERE { ?x :miles ?m . NOT DATA { ?x :km ?known } SET (?k := xsd:integer(?m * 1.6)) }
                RULE { ?x :twice ?y } WHERE DATA { ?x :is ?y }
                RULE { ?x :is ?y } WHERE { ?y :isnt ?x }
                """,
                ":a :miles 5 ; :km 8 . :b :miles 10 . :c :is :d . :e :isnt :f .",
                ":b :km 16 . :c :twice :d . :f :is :e .");
    }

    @Test
    void theWorkedExampleOfTheDraft() {
        assertFollows(
                """
                RULE { ?x :exposedTo ?v } WHERE { ?x :hasVulnerability ?v }
                RULE { ?x :exposedTo ?v } WHERE { ?x :dependsOn ?y . ?y :exposedTo ?v }
                RULE :R3 { ?x :status :criticallyExposed } WHERE { ?x :exposedTo ?v . ?v :severity ?s . FILTER(?s >= 9.0) }
                RULE { ?x :status :safeToDeploy } WHERE { ?x rdf:type :Component . NOT { ?x :status :criticallyExposed } }
                RULE { [] rdf:type :Notification ; :concerns ?x } WHERE { ?x :status :criticallyExposed }
                """,
                """
                :frontend a :Component ; :dependsOn :app . :app a :Component ; :dependsOn :db, :logger .
                :db a :Component ; :hasVulnerability :vuln1 . :logger a :Component . :vuln1 :severity 9.1 .
                """,
                """
                :frontend :exposedTo :vuln1 ; :status :criticallyExposed . :app :exposedTo :vuln1 ; :status :criticallyExposed .
                :db :exposedTo :vuln1 ; :status :criticallyExposed . :logger :status :safeToDeploy .
                [] a :Notification ; :concerns :frontend . [] a :Notification ; :concerns :app . [] a :Notification ; :concerns :db .
                """);
    }

    @Test
    void blankNodesOfABodyAreVariablesAndEachRuleMakesNodesOfItsOwn() {
        assertFollows("RULE { :x ?p :match } WHERE { _:b ?p _:b }", ":a :p :a . :a :q :b .", ":x :p :match .");
        assertFollows(
                "RULE { ?s :r ?o } WHERE { ?s :p _:b . NOT { _:b :q :no } _:b :q ?o }",
                ":a :p :b . :b :q :c . :d :p :e . :e :q :no, :f .",
                ":a :r :c .");
        assertThat(answer(
                        definition(
                                "rules", "RULE { [] :of ?s } WHERE { ?s :p ?o } RULE { [] :of ?s } WHERE { ?s :p ?o }"),
                        ":a :p 1 .",
                        ""))
                .hasSize(2);
    }

    @Test
    void whatABlockOfDataStatesIsInferred() {
        assertFollows(
                "DATA { :s :p :o } RULE { ?x :seen ?o } WHERE { ?x :q ?y . :s :p ?o } RULE { ?x :alone ?o } WHERE DATA { ?x :q ?y . :s :p ?o }",
                ":x :q 1 .",
                ":x :seen :o .");
    }

    @Test
    void nodesOfTheHeadHaveTheSameNamesEachTime() {
        String rules = "RULE { [] a :Notice ; :of ?x } WHERE { ?x :status :bad }";
        List<Statement> first = answer(definition("rules", rules), ":a :status :bad .", "");
        assertThat(first).hasSize(2);
        assertThat(answer(definition("rules", rules), ":b :status :bad . :a :status :bad .", ""))
                .hasSize(4)
                .containsAll(first);
    }

    @Test
    void whatFollowsFromStaticDataAloneIsNotRepeated() {
        List<Statement> answer = answer(
                definition("ruleset", "rdfs"),
                ":x a :Dog ; :owner :y .",
                ":Dog rdfs:subClassOf :Mammal . :Mammal rdfs:subClassOf :Animal . :owner rdfs:range :Person ."
                        + " :rex a :Dog .");
        assertThat(answer).containsExactlyInAnyOrderElementsOf(read(":x a :Mammal, :Animal . :y a :Person ."));
    }

    @Test
    void listsOfOwlCountWholly() {
        List<Statement> answer = answer(
                definition("ruleset", "owl-rl"),
                ":x a :A, :B ; :p :y . :y :q :z . :z :r :w . :k1 a :K ; :id 1 ; :no 2 . :k2 a :K ; :id 1 ; :no 2 .",
                ":Both owl:intersectionOf (:A :B) . :s owl:propertyChainAxiom (:p :q :r) . :K owl:hasKey (:id :no) .");
        assertThat(answer).containsAll(read(":x a :Both . :x :s :w . :k1 owl:sameAs :k2 . :k2 owl:sameAs :k1 ."));
        assertThat(answer).noneMatch(each -> each.toString().contains("urn:velella:rule"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOT_STRATIFIED | RULE { ?x :a ?y } WHERE { ?x :b ?y . NOT { ?x :a ?y } }",
                "NOT_STRATIFIED | RULE { ?x :n ?m } WHERE { ?x :n ?k . SET (?m := ?k + 1) }",
                "UNSAFE_RULE | RULE { ?x :a ?z } WHERE { ?x :b ?y }",
                "UNSAFE_RULE | RULE { ?x :a ?y } WHERE { FILTER(?y > 1) ?x :b ?y }",
                "SYNTAX | RULE { ?x :a ?y } WHERE { ?x :b ?y SET(?y := 1) }",
                "UNSUPPORTED | RULE { ?x :a ?y } WHERE { ?x :b ?y OPTIONAL { ?x :c ?z } }",
                "UNSUPPORTED | RULE { ?x :a ?y } WHERE { ?x :b+ ?y }",
                "UNSUPPORTED | RULE { ?x :a ?y } WHERE { GRAPH :g { ?x :b ?y } }",
                "UNSUPPORTED | IMPORTS <urn:other> RULE { ?x :a ?y } WHERE { ?x :b ?y }",
                "RAND | RULE { ?x :a ?y } WHERE { ?x :b ?z SET(?y := RAND()) }",
                "SYNTAX | RULE { ?x :a ?y } { ?x :b ?y }",
                "SYNTAX | RULE { ?x :a ?y WHERE { ?x :b ?y }",
                "SYNTAX | CONSTRUCT { ?x :a ?y } WHERE { ?x :b ?y }",
            })
    void whatHasNoOneMeaningIsRefusedWithItsLine(Refusal reason, String rules) {
        assertThatThrownBy(() -> ViewSet.compile(List.of(definition("rules", "\n" + rules)), StaticData.NONE, 1))
                .isInstanceOfSatisfying(
                        ViewRefusedException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageContaining(reason == Refusal.RAND ? "view r" : "line 3");
    }

    private static void assertFollows(String rules, String data, String expected) {
        List<Statement> answer = answer(definition("rules", rules), data, "");
        assertThat(Models.isomorphic(answer, read(expected))).as("%s", answer).isTrue();
    }

    private static ViewDefinition definition(String member, String text) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("name", "r").put("kind", "rules").put(member, member.equals("rules") ? PREFIXES + text : text);
        return ViewDefinition.parse(object.toString());
    }

    private static List<Statement> answer(ViewDefinition definition, String data, String fixed) {
        ViewSet set = ViewSet.compile(List.of(definition), StaticData.of(read(fixed)), 1);
        View view = set.views().get(0);
        return set.newEngine()
                .answer(view, StreamData.of(read(data)), 0, List.of())
                .graph();
    }

    private static List<Statement> read(String turtle) {
        return new DocumentReader(Limits.DEFAULT)
                .readGraph(DocumentFormat.TURTLE, (PREFIXES + turtle).getBytes(StandardCharsets.UTF_8))
                .statements();
    }
}
