package dev.velella.document.jsonld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.jelly.format.Limits;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON-LD says is the same as RDF4J's parser says, and nothing is left out. */
class JsonLdReaderTest {
    private final DocumentReader documents = new DocumentReader(Limits.DEFAULT);

    private Model read(String json) {
        return new LinkedHashModel(documents
                .readGraph(DocumentFormat.JSON_LD, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .statements());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{'@id':'x:s','x:p':[1,-0,1.0,30.5,1e3,1e20,1e21,123456789012345678,0.1,1.5e-7,true,false,'a',null]}",
                "{'@id':'x:s','x:p':[{'@value':5,'@type':'http://www.w3.org/2001/XMLSchema#double'},"
                        + "{'@value':'a','@language':'en'},{'@value':'a','@type':'x:t'},{'@value':true,'@type':'x:b'},"
                        + "{'@value':{'b':[1,2.50,{}],'a':null},'@type':'@json'},{'@value':7,'@type':'x:n'}]}",
                "{'@id':'x:s','@type':['x:t','x:u'],'x:p':{'@id':'_:b0'},'x:q':{'@id':'_:b0','x:r':{}}}",
                "{'@id':'x:s','x:p':{'@list':[1,'a',{'@id':'x:o','x:q':2},{'@list':[]},{'@list':[3]}]}}",
                "{'@id':'x:s','x:p':{'@set':[1,[2],{'@list':[]}]}}",
                "{'@id':'x:g','x:p':1,'@graph':[{'@id':'x:s','x:p':2},{'x:p':{'@id':'x:o'}}]}",
                "{'x:p':1,'@graph':{'@id':'x:s','x:p':2}}",
                "{'@graph':[{'@id':'x:s','x:p':1},{'@id':'x:t'},'free']}",
                "{'@id':'x:s','@reverse':{'x:p':[{'@id':'x:a','x:q':1},{'@id':'_:c'}]},'@included':[{'@id':'x:i','x:p':1}]}",
                "{'@context':{'@vocab':'http://v/','x':'http://x/','n':{'@id':'x:n','@type':'@id'},"
                        + "'l':{'@id':'x:l','@container':'@list'},'la':{'@id':'x:la','@container':'@language'},"
                        + "'ix':{'@id':'x:ix','@container':'@index'},'r':{'@reverse':'x:r'},'id':'@id','type':'@type',"
                        + "'g':{'@id':'x:g','@container':'@graph'},'ne':'@nest','j':{'@id':'x:j','@type':'@json'}},"
                        + "'id':'x:s','type':'T','n':'x:o','l':[1,2],'la':{'en':['a','b'],'de':'c'},'ix':{'k':1,'m':[2,3]},"
                        + "'r':{'id':'x:w'},'g':{'p':1},'ne':{'p':[1]},'j':[1,{'a':'b'}],'undefined':4}",
                "{'@context':[{'x':'http://x/'},{'t':{'@id':'x:t','@context':{'u':'x:u'}}},null,{'t':'x:z'}],'t':{'t':1}}",
                "{'@context':{'@base':'http://b/c/','p':{'@id':'x:p','@type':'@id'}},'@id':'d','p':['../e','#f','']}",
                "{'@context':{'@language':'en'},'@id':'x:s','x:p':'a'}",
            })
    void saysTheSameAsTheParserOfRdf4j(String json) throws Exception {
        Model expected = new LinkedHashModel();
        JSONLDParser parser = new JSONLDParser();
        parser.setRDFHandler(new StatementCollector(expected));
        parser.parse(new StringReader(json.replace('\'', '"')), "no-base:/");
        Model read = read(json);
        assertThat(Models.isomorphic(read, expected))
                .as("%s, expected %s", read, expected)
                .isTrue();
    }

    @Test
    void numbersThatAreNotIntegersAreNotMadeIntegers() {
        assertThat(read("{'@id':'x:s','x:p':1e-1000}").objects())
                .extracting(Object::toString)
                .containsExactly("\"1.0E-1000\"^^<http://www.w3.org/2001/XMLSchema#double>");
    }

    /** A server that fails late would else hold up its readers for most of the time. */
    @Test
    void aServerOfContextsThatFailsLateIsNotAskedAgainSoon() {
        assertThat(Duration.ofNanos(AllowedContexts.pause(1_000_000))).isEqualTo(Duration.ofSeconds(10));
        assertThat(Duration.ofNanos(AllowedContexts.pause(20_000_000_000L))).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'id':'x:s','p':1}",
                "{'@id':'x:s'}",
                "{'@context':{'p':'x:p'},'@id':'x:s','p':null}",
                "[{'@graph':[{'@id':'x:s'}]},{}]",
                "{'@value':'a'}"
            })
    void contentThatGivesNoStatementIsAnError(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining("it gives no statement");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'@context':{'p':'x:p'}}", "{'@graph':[]}", "[{'@id':'x:g','@graph':[{}]},[]]"})
    void aDocumentWithoutContentIsAnEmptyGraph(String json) {
        assertThat(read(json)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'@id':'x:s','x:p':{'@value':'a','@language':'en_US'}}",
                "{'@id':'x:s','x:p':{'@value':'a','@language':'en-abcdefghi'}}",
                "{'@id':'x:s','x:p':1,'@foo':2}",
                "{'@id':'@foo','x:p':1}",
                "{'@context':{'@foo':'x:foo'},'@id':'x:s','x:p':1}",
                "{'@id':'x:s','x:p':{'@value':'a','@direction':'ltr'}}",
                "{'@id':'x:s','_:p':1}",
                "{'@id':'x:s','x:p':{'@value':'a','@type':'_:t'}}",
                "{'@id':'s','x:p':1}",
                "{'@context':{'l':{'@id':'x:l','@container':'@language'}},'@id':'x:s','l':{'e_n':'v'}}",
            })
    void whatRdfCannotSayIsAnErrorAndNotLeftOut(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedDocumentException.class);
    }
}
