package dev.velella.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.helpers.StatementCollector;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The algorithms of JSON-LD leave out much without a word; here it is an error, and what can be read is read as it is. */
class JsonLdTest {

    private static List<Statement> read(String json, @Nullable String base) throws IOException {
        StatementCollector collector = new StatementCollector();
        new RdfTextReader(DocumentFormat.JSON_LD, base)
                .read(new ByteArrayInputStream(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), collector);
        return new ArrayList<>(collector.getStatements());
    }

    @Test
    void theLibraryOfJsonIsLookedUpOnce() throws IOException {
        String json = "{'@context':{'p':'http://e/p'},'@id':'http://e/s','p':'x'}";
        assertThat(read(json, null)).hasSize(1);
        int before = CountedJsonProvider.made();
        assertThat(before).isPositive();
        assertThat(read(json, null)).hasSize(1);
        assertThat(CountedJsonProvider.made()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'@id':'http://e/s','http://e/p':{'@value':'x','@language':'en_US'}} | en_US",
                "{'@context':{'@language':'en_US'},'@id':'http://e/s','http://e/p':'x'} | en_US",
                "{'@context':{'p':{'@id':'http://e/p','@container':'@language'}},'p':{'en_US':'x'}} | en_US",
                "{'@id':'http://e/s','http://e/p':{'@value':'x','@direction':'rtl'}} | (@direction)",
                "{'@context':{'@direction':'rtl'},'@id':'http://e/s','http://e/p':'x'} | (@direction)",
                "{'@context':{'dir':'@direction'},'http://e/p':{'@value':'x','dir':'ltr'}} | (@direction)",
                "{'@id':'http://e/s','_:p':'x'} | _:p",
                "{'@context':{'p':'_:p'},'@id':'http://e/s','p':'x'} | _:p",
                "{'@context':{'@base':null},'@id':'http://e/s','http://e/p':{'@id':'a'}} | not an absolute IRI: a",
                "{'@context':{'@base':null},'@id':'a','http://e/p':'x'} | not an absolute IRI: a",
                "{'@context':{'@base':null},'@id':'http://e/s','@type':'a b'} | a b",
                "{'http://e/p':{'@value':'x','@type':'_:t'}} | invalid type",
                "{'@id':'a b','http://e/p':'x'} | a b",
                "{'@context':{'@base':'http://b/'},'@id':'a b','http://e/p':'x'} | a b",
                "{'@context':{'@base':'http://b/ c/'},'@id':'a','http://e/p':'x'} | http://b/ c/a",
                "{'@context':{'id':'@id','@base':'http://b/'},'id':'1:b','http://e/p':'x'} | 1:b",
                "{'@context':{'@base':'http://b/'},'@id':':b','http://e/p':'x'} | :b",
                "{'@id':'http://e/s','http://e/p':{'@id':'@ida'}} | @ida",
                "{'@id':'http://e/s','http://e/p':'\\ud800'} | \\uD800",
                "{'@id':'http://e/s','http://e/p':1,'http://e/p':2} | line 1, column 48: an object has the key `http://e/p` twice",
                "{'a':[{'@type':'@json','@value':{'c':1,'\\u0063':2}}]} | the key `c` twice",
                "{'@context':{'rev':{'@reverse':'not an IRI'}},'@id':'http://e/a','rev':{'@id':'http://e/b'}} | invalid IRI mapping: the term `rev`",
                "{'@context':{'p':'fish'},'@id':'http://e/a','p':1} | invalid IRI mapping: the term `p`",
                "{'@context':{'p':{'@id':':fish'}},'@id':'http://e/a','p':1} | `:fish`",
                "{'@context':{'q':{'@id':'http://e/q','@context':[{'p':'/fish'}]}},'@id':'http://e/a'} | `/fish`",
                "{'@id':'http://e/a',':fish':1} | not an IRI, as no scheme is before its colon: :fish",
                "{'@id':'http://e/a','a b:c':1} | not an IRI, as no scheme is before its colon: a b:c",
                "{'@id':':fish','http://e/p':1} | not an IRI, as no scheme is before its colon: :fish",
                "{'@direction':1} | a value of JSON-LD is of another kind than its keyword has",
                "{'@context':'c.jsonld','@id':'http://e/a'} | from c.jsonld: contexts outside of the input are not loaded; write the context into",
            })
    void whatWouldBeLeftOutOrChangedIsRefusedByName(String json, String named) {
        assertThatThrownBy(() -> read(json, null))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageContaining(named.replace('`', '"'))
                .hasMessageNotContaining("velella");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'p':'fish','@vocab':'http://v/'} | http://v/fish",
                "{'q':'http://e/q','p':'q'} | http://e/q",
                "{'q':'http://e/','p':{'@id':'q:r'}} | http://e/r",
                "[{'@vocab':'http://v/'},{'p':'fish'}] | http://v/fish",
                "{'p':'http://e/p','@base':null} | http://e/p",
                "{':f':'http://e/f','p':':f'} | http://e/f",
                "{'@vocab':'http://v/','p':':f'} | http://v/:f",
            })
    void aTermMayStandForWhatAVocabularyOrAnotherTermMakesAnIri(String context, String iri) throws IOException {
        assertThat(read("{'@context':" + context + ",'@id':'http://e/a','p':1}", null))
                .extracting(st -> st.getPredicate().stringValue())
                .containsExactly(iri);
    }

    @Test
    void keysThatAreNoPropertiesMayHaveAnyColon() throws IOException {
        assertThat(read("{'http://e/p':{'@type':'@json','@value':{':x':1,' a:b':[]}}}", null)
                        .get(0)
                        .getObject()
                        .stringValue())
                .isEqualTo("{\" a:b\":[],\":x\":1}");
        assertThat(read(
                        "{'@context':{'i':{'@id':'http://e/i','@container':'@index'},':t':'http://e/t'},'i':{':x':1},':t':2}",
                        null))
                .extracting(st -> st.getPredicate().stringValue())
                .containsExactlyInAnyOrder("http://e/i", "http://e/t");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "-0, 0", "1.0, 1", "1.5, 1.5E0", "1e21, 1.0E21", "123456789012345678901, 123456789012345678901"
    })
    void onlyADoubleAlwaysGetsAnExponent(String number, String label) throws IOException {
        for (String type : new String[] {"float", "decimal", "integer"}) {
            String iri = "http://www.w3.org/2001/XMLSchema#" + type;
            assertThat(read("{'http://e/p':{'@value':" + number + ",'@type':'" + iri + "'}}", null)
                            .get(0)
                            .getObject())
                    .hasToString("\"" + label + "\"^^<" + iri + ">");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a | http://b/x/a",
                "a%20b | http://b/x/a%20b",
                "a%2Fb | http://b/x/a%2Fb",
                "100% | http://b/x/100%",
                "?q=[1] | http://b/x/y?q=[1]",
                "a#b#c | http://b/x/a#b#c",
                "a# | http://b/x/a#",
                "a? | http://b/x/a?",
                "a?#f | http://b/x/a?#f",
                "# | http://b/x/y#",
                "../z | http://b/z",
                "a/b:c | http://b/x/a/b:c",
                "a/b: | http://b/x/a/b:",
                "//c/d | http://c/d",
                "/%41 | http://b/%41",
                "http://e/?q=[1] | http://e/?q=[1]",
                "e:80a/ | e:80a/",
            })
    void relativeIrisAreResolvedWithoutAnyOtherChange(String reference, String iri) throws IOException {
        String node = "{'@id':'" + reference + "','http://e/p':'a b'}";
        assertThat(read(node, "http://b/x/y#f").get(0).getSubject()).hasToString(iri);
        String inContext = "{'@context':{'@base':'http://b/x/y'}," + node.substring(1);
        assertThat(read(inContext, null).get(0).getSubject()).hasToString(iri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'@context':{'p':'http://e/p#','l':{'@id':'p:l','@container':'@list'},'i':{'@id':'p:i','@type':'@id'}},"
                        + "'@id':'http://e/s','@type':['p:T','_:t'],'l':[1,'a b',{'@id':'_:x'},[true,[]]],'i':['http://e/o','_:x'],"
                        + "'p:n':[1.5,-7,1e30,false],'ignored':'x'}",
                "{'@context':{'@vocab':'http://e/v#','children':{'@reverse':'parent'},'label':{'@container':'@language'}},"
                        + "'@graph':[{'@id':'http://e/a','children':[{'@id':'http://e/b','name':'B'}],"
                        + "'label':{'en':'x','de-AT':['y','z']}},{'@id':'http://e/g','@graph':[{'@id':'_:n','q':{'r':'s'}}]}],"
                        + "'@included':[{'@id':'http://e/i','p':'inc'}]}",
                "{'@context':{'@vocab':'http://e/','m':{'@container':'@id'},'t':{'@container':'@type'},'x':{'@container':'@index'},"
                        + "'nest':'@nest','g':{'@container':['@graph','@id']}},'m':{'http://e/k':{'p':1}},"
                        + "'t':{'K':{'@id':'http://e/z'}},'x':{'a':'1','b':'2'},'nest':{'n':'deep'},"
                        + "'g':{'http://e/gg':{'p':'in'}},'@reverse':{'r':{'@id':'http://e/rev'}}}"
            })
    void whatIsWholeIsReadAsRioReadsIt(String json) throws IOException {
        StatementCollector plain = new StatementCollector();
        JSONLDParser parser = new JSONLDParser();
        parser.setRDFHandler(plain);
        parser.parse(new StringReader(json.replace('\'', '"')), "http://b/");
        assertThat(plain.getStatements()).hasSizeGreaterThan(7);
        assertThat(Models.isomorphic(read(json, "http://b/"), plain.getStatements()))
                .isTrue();
    }

    @Test
    void aBaseKeepsItsPercentSigns() throws IOException {
        assertThat(read("{'@id':'a','http://e/p':1}", "http://b/%41%20/").get(0).getSubject())
                .hasToString("http://b/%41%20/a");
    }

    @Test
    void termsOfAContextMayHaveAnyCharacters() throws IOException {
        String context = "'@context':{'a b':'http://e/ab','1':'http://e/one#','@vocab':'#','@base':'http://b/'}";
        List<Statement> read = read("{" + context + ",'@id':'1:x','a b':'c','100%':'d','@type':'a b'}", null);
        assertThat(read).allMatch(st -> st.getSubject().stringValue().equals("http://e/one#x"));
        assertThat(read)
                .extracting(st -> st.getPredicate().stringValue())
                .contains("http://e/ab", "http://b/#100%", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
    }

    @Test
    void textsStayAsTheyAre() throws IOException {
        String text = "1:b %20 [x] <a>\uFDD00041 \uFDD0";
        Statement st = read("{'http://e/p':'" + text + "'}", "http://b/").get(0);
        assertThat(st.getObject().stringValue()).isEqualTo(text);
        Statement json = read(
                        "{'http://e/p':{'@type':'@json','@value':{'b c':'1:b \\'','a b':[1.0,'%'],'@base':'x y'}}}",
                        null)
                .get(0);
        assertThat(json.getObject().stringValue())
                .isEqualTo("{\"@base\":\"x y\",\"a b\":[1,\"%\"],\"b c\":\"1:b \\\"\"}");
    }
}
