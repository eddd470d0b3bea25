package dev.velella.source.payload;

import dev.velella.document.DocumentReader;
import dev.velella.document.budget.MalformedDocumentException;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.format.DocumentFormat;
import dev.velella.document.parse.RdfTextReader;
import dev.velella.jelly.format.Limits;
import dev.velella.kit.options.OptionGroup;
import dev.velella.lift.Payload;
import dev.velella.lift.PayloadException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;

/**
 * Something that reads text from strangers, with texts and words of its format. Thread-safe.
 *
 * @param seeds texts to start from, those among them that once ran without end
 * @param words what is put into them
 */
record TextFuzzTarget(String name, List<byte[]> seeds, List<byte[]> words, Reading reading) {
    static final ReadingLimits LIMITS =
            new ReadingLimits(1 << 16, 20_000, 1 << 19, 100, 200, Duration.ofSeconds(2), false);

    private static final String TEMPLATE =
            "@prefix x: <urn:x:> . <urn:{/id}> x:p \"{/a/b}\" , \"{/c/0}\" , <{/iri}> ; x:t \"{topic[2]}\" . x:g { [] x:q \"{/id}\" }";

    /** Reads a text; what it throws besides the exceptions of its documentation is a finding. */
    interface Reading {
        void read(byte[] text) throws IOException;
    }

    /** Whether the text is read; else it is refused. */
    boolean isRead(byte[] text) throws IOException {
        try {
            reading.read(text);
            return true;
        } catch (MalformedDocumentException | PayloadException | CharacterCodingException e) {
            return false;
        }
    }

    /** A word of the format. */
    byte[] word(SplittableRandom random) {
        return words.get(random.nextInt(words.size()));
    }

    /** All targets. */
    static List<TextFuzzTarget> all() {
        List<TextFuzzTarget> targets = new ArrayList<>();
        String turtleWords =
                "( ) [ ] . , ; << >> <<( )>> {| |} a @prefix @base PREFIX BASE GRAPH { } _:b x:a <urn:a> <> < > \" ' \"\"\" ''' "
                        + "^^ @en @ # 1 -1 +1. .5 1e9 1E-9 e . .. \\u0041 \\U0001F600 \\ true false : x: :a é \uD83D\uDE00 %20 x:%4 = ~";
        String turtle =
                "@prefix x: <urn:x:> . @base <http://b/> .\n<a> x:p 1 , 2.5 , 1e3 , true , \"a\\n\"@en , '''b''' ; a x:T .\n"
                        + "x:s x:p ( 1 ( 2 ) \"3\"^^x:d ) , [ x:q [] ; x:r _:l ] . << x:a x:b x:c >> x:d x:e . # comment\n";
        targets.addAll(
                document(DocumentFormat.TURTLE, turtleWords, turtle, "<n:><n:>(. ", "<n:><n:>[<n:>(1 . ", "(. "));
        targets.addAll(document(
                DocumentFormat.TRIG,
                turtleWords,
                turtle,
                "<n:><n:>(. ",
                "@prefix x: <urn:x:> . x:g { x:s x:p ( 1 2 ) , [ x:q 3 ] } GRAPH _:h { x:s a x:T . } { x:s x:p 4 . }",
                "{<n:><n:>(. "));
        String lines =
                "<urn:s> <urn:p> \"o\" .\n_:b <urn:p> \"a\\u0041\\n\"@en-GB . # c\n<< <urn:s> <urn:p> _:c >> <urn:p> \"1\"^^<urn:d> .\n";
        String lineWords =
                "<urn:s> < > << >> _:b _: \"a\" \" @en @ ^^ <urn:d> . .. # \\u0041 \\U0010FFFF \\ \n \t é \uD83D\uDE00 <a> <urn:a b>";
        targets.addAll(document(DocumentFormat.N_TRIPLES, lineWords, lines));
        targets.addAll(document(
                DocumentFormat.N_QUADS,
                lineWords,
                lines,
                "<urn:s> <urn:p> <urn:o> <urn:g> .\n_:a <urn:p> \"x\" _:g .\n"));
        String jsonWords =
                "{ } [ ] , : null true false 0 -1 1e9 1e-1000000000 1.50 123456789012345678901234567890 \"a\" \"\" \" \\u00e9 \\ "
                        + "\"@context\": \"@id\": \"@type\": \"@value\": \"@language\": \"@direction\": \"@list\": \"@set\": \"@graph\": "
                        + "\"@reverse\": \"@included\": \"@nest\": \"@index\": \"@container\": \"@vocab\": \"@base\": \"@import\": \"@json\" "
                        + "\"@none\" \"@protected\":true \"@propagate\":false \"@version\":1.1 \"@prefix\":true \"urn:p\": \"p\": {} [] {},";
        String jsonLd =
                "{\"@context\":{\"p\":\"urn:p\",\"l\":{\"@id\":\"urn:l\",\"@container\":\"@list\"},\"n\":{\"@id\":\"urn:n\",\"@type\":\"@id\"},"
                        + "\"m\":{\"@id\":\"urn:m\",\"@container\":\"@language\"},\"s\":{\"@id\":\"urn:s\",\"@context\":{\"p\":\"urn:q\"}},"
                        + "\"r\":{\"@reverse\":\"urn:r\"},\"j\":{\"@id\":\"urn:j\",\"@type\":\"@json\"}},\"@id\":\"urn:a\",\"@type\":[\"urn:T\"],"
                        + "\"p\":[1,2.5,\"x\",{\"@value\":\"y\",\"@language\":\"en\"}],\"l\":[1,[2]],\"n\":\"urn:b\",\"m\":{\"en\":\"a\"},"
                        + "\"s\":{\"p\":1},\"r\":{\"@id\":\"urn:c\"},\"j\":{\"a\":[1]},\"@graph\":[{\"@id\":\"_:b\",\"p\":true}]}";
        targets.addAll(document(
                DocumentFormat.JSON_LD,
                jsonWords,
                jsonLd,
                "{\"@direction\":1}",
                "{\"urn:p\":1e-1000000000}",
                "{\"urn:p\":" + "1".repeat(3000) + "}",
                "{\"@context\":[{\"t\":\"urn:t\",\"u\":\"urn:u\"}" + ",{}".repeat(500) + "],\"t\":1}"));
        targets.addAll(document(
                DocumentFormat.RDF_XML,
                "< > </ /> <?xml?> <!-- --> <![CDATA[ ]]> &amp; &e; &#65; &#0; <!DOCTYPE <!ENTITY <x:a> </x:a> <r:Description> r:about=\"urn:a\" "
                        + "r:ID=\"a\" r:nodeID=\"a\" r:resource=\"\" r:datatype=\"urn:d\" r:parseType=\"Collection\" r:parseType=\"Literal\" "
                        + "r:parseType=\"Resource\" r:bagID=\"b\" r:aboutEach=\"c\" xml:lang=\"en\" xml:base=\"http://b/\" xmlns:x=\"urn:x:\" r:li <r:li> r:_1 \" '",
                "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'v'>]><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'"
                        + " xml:base='http://b/'><r:Description r:about='urn:a' x:p='1'><x:q r:resource='#c'/><x:r xml:lang='en'>t&e;</x:r>"
                        + "<x:s r:parseType='Literal'><b>x</b></x:s><x:t r:parseType='Collection'><x:U/><x:V r:nodeID='n'/></x:t>"
                        + "<x:w r:ID='i' r:datatype='urn:d'>1</x:w></r:Description><r:Bag><r:li>1</r:li></r:Bag></r:RDF>",
                "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>]>"
                        + "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='http://x/'><r:Description><x:p>&c;&c;</x:p>"
                        + "</r:Description></r:RDF>"));
        DocumentReader documents = new DocumentReader(Limits.DEFAULT, LIMITS, Set.of());
        targets.add(new TextFuzzTarget(
                "rdf-patch",
                texts(
                        "H id <urn:uuid:1> .\nTX .\nPA \"x\" <urn:x:> .\nD <urn:s> <urn:p> 1 .\nA _:b <urn:p> \"a\\n\"@en <urn:g> .\n"
                                + "A << <urn:s> <urn:p> 1.5e3 >> <urn:p> '''x''' .\nTC .\n",
                        "TX . TA . Z .",
                        "A <_:x> <urn:p> true. # c\n"),
                words(
                        "A D H PA PD TX TB TC TA Z . .. <urn:a> <_:b> _:b. << >> <<( )>> \" \"\"\" ' @en ^^ <urn:d> 1. .5 1e true # \\u0041 \\ \n é"),
                document -> documents.read(DocumentFormat.RDF_PATCH, document)));
        targets.add(payload(
                "json template",
                "application/json",
                Map.of("payload.json", "template", "payload.json.template", TEMPLATE),
                jsonWords + " \"id\": \"a\":{\"b\":1} \"c\":[1] \"iri\":\"urn:i\" {\"id\":1},",
                "{\"id\":\"x\",\"a\":{\"b\":1.50},\"c\":[true],\"iri\":\"urn:i\"}",
                "[{\"id\":1},{\"id\":2,\"c\":[3]}]"));
        targets.add(payload(
                "json context",
                "application/json",
                Map.of("payload.json", "context", "payload.json.context", "{\"p\":\"urn:p\",\"@vocab\":\"urn:v:\"}"),
                jsonWords,
                "{\"@id\":\"urn:a\",\"p\":[1,\"x\"]}",
                "{\"p\":{\"q\":1}}"));
        targets.add(payload(
                "senml",
                "application/senml+json",
                Map.of(),
                jsonWords
                        + " \"bn\":\"urn:d:\" \"n\":\"a\" \"v\":1 \"vs\":\"x\" \"vb\":true \"vd\":\"YQ\" \"t\":1 \"bt\":1e400 \"s\":1 \"u\":\"C\" \"bver\":5 \"x_\":1",
                "[{\"bn\":\"urn:dev:\",\"bt\":1.3e9,\"bu\":\"Cel\",\"n\":\"t\",\"v\":21.50},{\"n\":\"b\",\"vb\":true,\"t\":-5},{\"vs\":\"x\"}]",
                "[{\"n\":\"a\",\"v\":1e-400,\"s\":5,\"bv\":1}]"));
        return targets;
    }

    /** As a payload, and as a file that is read statement by statement. */
    private static List<TextFuzzTarget> document(DocumentFormat format, String words, String... texts) {
        return List.of(
                payload(format.id(), format.mediaType(), Map.of(), words, texts),
                new TextFuzzTarget(format.id() + " file", texts(texts), words(words), text -> new RdfTextReader(
                                format, "http://base/", LIMITS)
                        .read(new ByteArrayInputStream(text), new AbstractRDFHandler() {})));
    }

    private static TextFuzzTarget payload(
            String name, String type, Map<String, String> options, String words, String... texts) {
        ConfigDef def = new ConfigDef();
        PayloadOptions.define(new OptionGroup(def, "Payloads"));
        PayloadReader reader = PayloadOptions.reader(new AbstractConfig(def, new HashMap<>(options), false), LIMITS);
        return new TextFuzzTarget(
                name, texts(texts), words(words), text -> reader.read(new Payload("a/b", text, type, Instant.EPOCH)));
    }

    private static List<byte[]> texts(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<byte[]> words(String words) {
        List<byte[]> all = new ArrayList<>(texts(words.split(" ")));
        all.add(new byte[] {' '});
        all.add(new byte[] {'\n'});
        all.add(new byte[] {(byte) 0xC3});
        all.add("\uFEFF".getBytes(StandardCharsets.UTF_8));
        return all;
    }
}
