package dev.velella.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.velella.view.data.StaticData;
import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewDefinition;
import dev.velella.view.definition.ViewRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Definitions that are refused, each with its reason. */
class RefusalsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RAND | SELECT ?s (RAND() AS ?r) { ?s ?p ?o }",
                "RAND | SELECT ?s { ?s ?p ?o FILTER(?o > RAND()) }",
                "RAND | SELECT ?s { ?s ?p ?o FILTER EXISTS { ?o ?q ?x FILTER(RAND() > 0.5) } }",
                "UUID | SELECT ?s { ?s ?p ?o BIND(UUID() AS ?u) }",
                "STRUUID | SELECT ?s { ?s ?p ?o } ORDER BY STRUUID()",
                "BNODE | SELECT ?s ?b { ?s ?p ?o BIND(BNODE() AS ?b) }",
                "SAMPLE | SELECT ?s (SAMPLE(?o) AS ?x) { ?s ?p ?o } GROUP BY ?s",
                "GROUP_CONCAT | SELECT ?s (GROUP_CONCAT(?o) AS ?x) { ?s ?p ?o } GROUP BY ?s",
                "GROUP_CONCAT | SELECT ?s (GROUP_CONCAT(?o) AS ?x) { { SELECT ?s ?o { ?s ?p ?o } ORDER BY ?s } } GROUP BY ?s",
                "SLICE | SELECT ?s { ?s ?p ?o } LIMIT 1",
                "SLICE | SELECT ?s { ?s ?p ?o } ORDER BY ?o OFFSET 1",
                "SLICE | SELECT ?s { { SELECT ?s ?o { ?s ?p ?o } ORDER BY ?o LIMIT 3 } }",
                "REDUCED | SELECT REDUCED ?s { ?s ?p ?o }",
                "SERVICE | SELECT ?s { SERVICE <http://x.example/> { ?s ?p ?o } }",
                "FUNCTION | SELECT ?s { ?s ?p ?o FILTER(<urn:f>(?o)) }",
                "UNSUPPORTED | SELECT ?s { <<?s ?p ?o>> <urn:certainty> ?c }",
                "UNSUPPORTED | SELECT ?s { ?s ?p ?o BIND(<<?s ?p ?o>> AS ?t) }",
                "QUERY_FORM | ASK { ?s ?p ?o }",
                "QUERY_FORM | DESCRIBE ?s { ?s ?p ?o }",
                "QUERY_FORM | CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
                "SYNTAX | SELECT ?s { ?s ?p",
                "SYNTAX | SELECT ?s { ?s <relative> ?o }",
                "SYNTAX | INSERT DATA { <urn:a> <urn:b> <urn:c> }",
                "KEY | SELECT ?o { ?s ?p ?o }",
                "PREVIOUS | SELECT ?s { GRAPH <urn:velella:view:previous> { ?s ?p ?o } }",
                "PREVIOUS | SELECT ?s FROM <urn:velella:view:previous> { ?s ?p ?o }",
                "PREVIOUS | SELECT ?s FROM NAMED <urn:velella:view:previous> { GRAPH ?g { ?s ?p ?o } }",
                "PREVIOUS | SELECT ?s { VALUES ?g { <urn:velella:view:previous> } GRAPH ?g { ?s ?p ?o } }",
                "PREVIOUS | SELECT ?s { GRAPH ?g { ?s ?p ?o } FILTER(?g = <urn:velella:view:previous>) }",
                // an optimizer of RDF4J throws
                "UNSUPPORTED | SELECT ?s { ?s <urn:p> <urn:o> BIND(COALESCE(?s, 0) AS ?n) FILTER(sameTerm(?s, ?s)) }",
            })
    void whatCouldAnswerInTwoWaysIsRefusedByName(Refusal reason, String query) {
        assertRefused(reason, "select", query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONSTRUCT { ?s <urn:p> [] } WHERE { ?s ?p ?o BIND(BNODE() AS ?x) }",
                "CONSTRUCT { ?s <urn:p> ?x } WHERE { ?s ?p ?o BIND(BNODE() AS ?x) }",
            })
    void aTemplateMayMakeNodesButAPatternMayNot(String query) {
        assertRefused(Refusal.BNODE, "construct", query);
    }

    @Test
    void anOrderOfAllVariablesMakesRowsCertain() {
        compile("select", "SELECT ?s ?o { ?s <urn:p> ?o } ORDER BY ?o ?s LIMIT 3");
        compile(
                "select",
                "SELECT ?s (GROUP_CONCAT(?o) AS ?x) { { SELECT ?s ?o { ?s <urn:p> ?o } ORDER BY ?s ?o } } GROUP BY ?s");
        compile("select", "SELECT ?s (BNODE(STR(?s)) AS ?b) { ?s <urn:p> ?o }");
    }

    private static void assertRefused(Refusal reason, String kind, String query) {
        assertThatThrownBy(() -> compile(kind, query))
                .isInstanceOfSatisfying(
                        ViewRefusedException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason))
                .hasMessageStartingWith("view v: ");
    }

    private static void compile(String kind, String query) {
        var object = JsonNodeFactory.instance
                .objectNode()
                .put("name", "v")
                .put("kind", kind)
                .put("query", query);
        if (kind.equals("select")) {
            object.putArray("key").add("s");
        }
        ViewSet.compile(List.of(ViewDefinition.parse(object.toString())), StaticData.NONE, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "document | [1]",
                "document | {\"name\": \"a\", \"name\": \"b\"}",
                "document | {} {}",
                "name | {\"name\": \"A b\", \"kind\": \"select\"}",
                "kind | {\"name\": \"a\", \"kind\": \"ask\"}",
                "shapes | {\"name\": \"a\", \"kind\": \"select\", \"query\": \"\", \"key\": [\"s\"], \"shapes\": \"\"}",
                "rules or ruleset | {\"name\": \"a\", \"kind\": \"rules\"}",
                "key | {\"name\": \"a\", \"kind\": \"select\", \"query\": \"\"}",
                "key | {\"name\": \"a\", \"kind\": \"select\", \"query\": \"\", \"key\": [\"s\", \"s\"]}",
                "columns.s | {\"name\": \"a\", \"kind\": \"select\", \"query\": \"\", \"key\": [\"s\"], \"columns\": {\"s\": \"int\"}}",
                "after | {\"name\": \"a\", \"kind\": \"shacl\", \"shapes\": \"\", \"after\": [\"10 minutes\"]}",
                "timeout.ms | {\"name\": \"a\", \"kind\": \"shacl\", \"shapes\": \"\", \"timeout.ms\": 0}",
                "max.rows | {\"name\": \"a\", \"kind\": \"shacl\", \"shapes\": \"\", \"max.rows\": \"9\"}",
            })
    void aDefinitionThatIsWrongIsRefusedWithItsMember(String place, String json) {
        assertThatThrownBy(() -> ViewDefinition.parse(json))
                .isInstanceOf(ViewRefusedException.class)
                .hasMessageContaining(": " + place + ": ");
    }

    @Test
    void thePageNamesAllReasons() throws IOException {
        String page = Files.readString(Path.of("../docs/view-language.md"));
        for (Refusal each : Refusal.values()) {
            assertThat(page).contains("`" + each + "`");
        }
    }
}
