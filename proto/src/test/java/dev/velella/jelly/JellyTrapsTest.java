package dev.velella.jelly;

import static dev.velella.jelly.Bytes.entry;
import static dev.velella.jelly.Bytes.iri;
import static dev.velella.jelly.Bytes.message;
import static dev.velella.jelly.Bytes.patchOptions;
import static dev.velella.jelly.Bytes.quadsFrame;
import static dev.velella.jelly.Bytes.rdfOptions;
import static dev.velella.jelly.Bytes.spo;
import static dev.velella.jelly.Bytes.triplesFrame;
import static dev.velella.jelly.RdfArbitraries.VALUES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.jelly.format.JellyOptions;
import dev.velella.jelly.format.JellyPatchOptions;
import dev.velella.jelly.format.Limits;
import dev.velella.jelly.format.MalformedJellyException;
import dev.velella.jelly.format.PhysicalType;
import dev.velella.jelly.format.TableSizes;
import dev.velella.rdf.ElementKind;
import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfGraph;
import dev.velella.rdf.RdfPatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Triple;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Places where codecs of this format go wrong, each with the behaviour that is right. */
class JellyTrapsTest {
    private static final Limits LIMITS = Limits.DEFAULT;
    private static final IRI A1 = VALUES.createIRI("a:1");
    private static final IRI A2 = VALUES.createIRI("a:2");
    private static final IRI A3 = VALUES.createIRI("a:3");
    private static final IRI A4 = VALUES.createIRI("a:4");

    private final JellyGraphDecoder decoder = new JellyGraphDecoder(VALUES, LIMITS);
    private final JellyPatchDecoder patchDecoder = new JellyPatchDecoder(VALUES, LIMITS);

    private List<Statement> decode(Bytes frame) {
        return decoder.decode(frame.array()).statements();
    }

    private void assertRefused(Bytes frame, String reason) {
        assertMalformed(() -> decoder.decode(frame.array()), reason);
    }

    private static void assertMalformed(ThrowingCallable call, String reason) {
        assertThatThrownBy(call).isInstanceOf(MalformedJellyException.class).hasMessageContaining(reason);
    }

    private static Statement triple(Resource s, IRI p, Value o) {
        return VALUES.createStatement(s, p, o);
    }

    private static JellyOptions triples(TableSizes sizes) {
        return new JellyOptions(PhysicalType.TRIPLES, sizes, true, 2);
    }

    private static IRI example(String name) {
        return VALUES.createIRI("http://example.org/" + name);
    }

    @Nested
    class T01EvictionWithinOneRow {
        @Test
        void aQuadOfFourPrefixesSurvivesATableOfFour() {
            List<Statement> statements = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                statements.add(VALUES.createStatement(
                        VALUES.createIRI("http://" + i + "/x"),
                        VALUES.createIRI("http://" + (i + 1) + "/x"),
                        VALUES.createIRI("http://" + (i + 7) + "/x"),
                        VALUES.createIRI("http://" + (i + 13) + "/x")));
            }
            JellyOptions options = new JellyOptions(PhysicalType.QUADS, new TableSizes(8, 4, 0), false, 1);
            byte[] frame = new JellyGraphEncoder(options, LIMITS).encode(RdfGraph.of(statements));
            assertThat(decoder.decode(frame).statements()).isEqualTo(statements);
        }

        @Test
        void aRowThatNeedsMoreNamesThanThereAreIsRefused() {
            Value nested = example("0");
            for (int i = 0; i < 5; i++) {
                nested = VALUES.createTriple(example("s" + i), example("p" + i), nested);
            }
            RdfGraph graph = RdfGraph.of(List.of(triple(A1, A2, nested)));
            JellyGraphEncoder encoder = new JellyGraphEncoder(triples(new TableSizes(8, 4, 0)), LIMITS);
            assertMalformed(() -> encoder.encode(graph), "more than the 8 entries of the name table");
            byte[] frame = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS).encode(graph);
            assertThat(decoder.decode(frame)).isEqualTo(graph);
        }

        @Test
        void aRowThatNeedsMorePrefixesThanThereAreHasWholeIris() {
            Triple inner = VALUES.createTriple(
                    VALUES.createIRI("http://1/x"), VALUES.createIRI("http://2/x"), VALUES.createIRI("http://3/x"));
            Statement wide = triple(inner, VALUES.createIRI("http://4/x"), VALUES.createIRI("http://5/x"));
            Statement plain = triple(example("s"), VALUES.createIRI("http://1/y"), VALUES.createIRI("http://2/y"));
            List<Statement> statements = List.of(plain, wide, plain, wide);
            for (int prefixes = 0; prefixes <= 4; prefixes++) {
                JellyGraphEncoder encoder = new JellyGraphEncoder(triples(new TableSizes(8, prefixes, 0)), LIMITS);
                byte[] frame = encoder.encode(RdfGraph.of(statements));
                assertThat(decoder.decode(frame).statements()).isEqualTo(statements);
            }
        }

        @Test
        void aRowThatNeedsMoreDatatypesThanThereAreIsRefused() {
            Triple inner = VALUES.createTriple(A1, A2, VALUES.createLiteral("1", XSD.INTEGER));
            Statement statement = triple(inner, A2, VALUES.createLiteral("2", XSD.DOUBLE));
            JellyGraphEncoder encoder = new JellyGraphEncoder(triples(new TableSizes(8, 4, 1)), LIMITS);
            assertMalformed(() -> encoder.encode(RdfGraph.of(List.of(statement))), "datatype table");
        }
    }

    @Nested
    class T02And03CachesOfTheEncoder {
        @Test
        void framesOfOneEncoderDoNotDependOnEachOther() {
            JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
            RdfGraph first =
                    RdfGraph.of(List.of(triple(example("s"), example("p"), VALUES.createLiteral("1", XSD.INTEGER))));
            RdfGraph second = RdfGraph.of(List.of(
                    triple(A1, A2, VALUES.createLiteral("2", XSD.DOUBLE)),
                    triple(example("s"), example("p"), VALUES.createLiteral("1", XSD.INTEGER))));
            byte[] firstFrame = encoder.encode(first);
            byte[] secondFrame = encoder.encode(second);
            assertThat(decoder.decode(firstFrame)).isEqualTo(first);
            assertThat(decoder.decode(secondFrame)).isEqualTo(second);
            assertThat(encoder.encode(first)).isEqualTo(firstFrame);
            assertThat(new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).encode(second))
                    .isEqualTo(secondFrame);
        }

        @Test
        void manyIrisInSmallTablesStayThemselves() {
            List<Statement> statements = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                statements.add(triple(
                        VALUES.createIRI("http://h/" + i % 7 + "/" + i % 11),
                        VALUES.createIRI("http://p/" + i % 5 + "#" + i % 13),
                        VALUES.createLiteral("" + i % 3, example("type" + i % 4))));
            }
            JellyOptions options = triples(new TableSizes(8, 4, 2));
            byte[] frame = new JellyGraphEncoder(options, LIMITS).encode(RdfGraph.of(statements));
            assertThat(decoder.decode(frame).statements()).isEqualTo(statements);
        }
    }

    @Nested
    class T04DatatypeIdsThatAreOverwritten {
        @Test
        void aLiteralHasTheDatatypeThatItsIdHadThen() {
            Bytes literal = message().message(11, message().text(1, "7").number(3, 1));
            Bytes frame = triplesFrame()
                    .row(11, entry(1, "t:a"))
                    .row(2, spo())
                    .row(2, literal)
                    .row(11, entry(1, "t:b"))
                    .row(2, literal)
                    .row(2, message());
            assertThat(decode(frame))
                    .extracting(Statement::getObject)
                    .containsExactly(
                            A3,
                            VALUES.createLiteral("7", VALUES.createIRI("t:a")),
                            VALUES.createLiteral("7", VALUES.createIRI("t:b")),
                            VALUES.createLiteral("7", VALUES.createIRI("t:b")));
        }
    }

    @Nested
    class T05IdsOfZero {
        @Test
        void anEntryOfIdZeroFollowsTheEntryBefore() {
            Bytes frame = message()
                    .row(1, rdfOptions(1, 8, 0, 0))
                    .row(9, entry(5, "n:5"))
                    .row(9, entry(0, "n:6"))
                    .row(9, entry(0, "n:7"))
                    .row(
                            2,
                            message()
                                    .message(1, iri(0, 5))
                                    .message(5, iri(0, 0))
                                    .message(9, iri(0, 0)));
            assertThat(decode(frame))
                    .containsExactly(triple(VALUES.createIRI("n:5"), VALUES.createIRI("n:6"), VALUES.createIRI("n:7")));
        }

        @Test
        void anEntryBehindTheLastIdIsRefused() {
            Bytes frame = message()
                    .row(1, rdfOptions(1, 8, 0, 0))
                    .row(9, entry(8, "n:8"))
                    .row(9, entry(0, "n:9"));
            assertRefused(frame, "id 9 is outside the name table of 8 entries");
        }

        @Test
        void theFirstNameReferenceOfZeroIsNameOne() {
            Bytes statement =
                    message().message(1, iri(0, 0)).message(5, iri(0, 0)).message(9, iri(0, 0));
            assertThat(decode(triplesFrame().row(2, statement))).containsExactly(triple(A1, A2, A3));
        }

        @Test
        void namespacesAndGraphsMoveTheRunningName() {
            Bytes options = rdfOptions(2, 8, 0, 0);
            Bytes frame = message().row(1, options);
            for (int i = 1; i <= 6; i++) {
                frame.row(9, entry(0, "a:" + i));
            }
            frame.row(6, message().text(1, "ex").message(2, iri(0, 0)));
            frame.row(
                    3,
                    message()
                            .message(1, iri(0, 0))
                            .message(5, iri(0, 0))
                            .message(9, iri(0, 0))
                            .message(13, iri(0, 0)));
            frame.row(3, message().message(1, iri(0, 0)));
            RdfGraph graph = decoder.decode(frame.array());
            assertThat(graph.namespaces()).containsEntry("ex", "a:1");
            assertThat(graph.statements())
                    .containsExactly(
                            VALUES.createStatement(A2, A3, A4, VALUES.createIRI("a:5")),
                            VALUES.createStatement(VALUES.createIRI("a:6"), A3, A4, VALUES.createIRI("a:5")));
        }
    }

    @Nested
    class T06PrefixReferences {
        @Test
        void noPrefixBeforeTheFirstMeansTheEmptyPrefix() {
            Bytes frame = message()
                    .row(1, rdfOptions(1, 8, 4, 0))
                    .row(10, entry(0, "p:"))
                    .row(9, entry(0, "a:1"))
                    .row(9, entry(0, "x"))
                    .row(
                            2,
                            message()
                                    .message(1, iri(0, 1))
                                    .message(5, iri(1, 0))
                                    .message(9, iri(0, 2)));
            IRI x = VALUES.createIRI("p:x");
            assertThat(decode(frame)).containsExactly(triple(A1, x, x));
        }

        @Test
        void anEntryOfATableOfSizeZeroIsRefused() {
            assertRefused(triplesFrame().row(10, entry(0, "p:")), "id 1 is outside the prefix table of 0 entries");
        }

        @Test
        void iriEqualToItsPrefixAndIriWithoutPrefixGoTogether() {
            RdfGraph graph = RdfGraph.of(List.of(
                    triple(VALUES.createIRI("http://h/"), A1, VALUES.createIRI("x:")),
                    triple(VALUES.createIRI("x:y"), A1, VALUES.createIRI("http://h/"))));
            byte[] frame = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS).encode(graph);
            assertThat(decoder.decode(frame)).isEqualTo(graph);
        }

        @Test
        void aNameUnderManyPrefixesIsWrittenOnce() {
            IRI first = VALUES.createIRI("http://a/recurring-name");
            IRI second = VALUES.createIRI("http://bb/recurring-name");
            RdfGraph graph = RdfGraph.of(List.of(triple(first, A1, second)));
            byte[] frame = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS).encode(graph);
            assertThat(new String(frame, StandardCharsets.ISO_8859_1)).containsOnlyOnce("recurring-name");
            assertThat(decoder.decode(frame)).isEqualTo(graph);
        }

        @Test
        void oneNameUnderManyPrefixesGivesTheRightIris() {
            Bytes frame = message()
                    .row(1, rdfOptions(1, 8, 4, 0))
                    .row(10, entry(0, "p:"))
                    .row(10, entry(0, "q:"))
                    .row(9, entry(0, "x"));
            Bytes mixed = message().message(1, iri(1, 1)).message(5, iri(2, 1)).message(9, iri(1, 1));
            frame.row(2, mixed).row(2, mixed).row(10, entry(2, "r:")).row(2, mixed);
            IRI p = VALUES.createIRI("p:x");
            IRI q = VALUES.createIRI("q:x");
            assertThat(decode(frame)).containsExactly(triple(p, q, p), triple(p, q, p), triple(p, r(), p));
        }

        private IRI r() {
            return VALUES.createIRI("r:x");
        }
    }

    @Nested
    class T07DatatypeZero {
        @Test
        void anExplicitDatatypeOfZeroIsRefused() {
            Bytes literal = message().message(1, iri(0, 1)).message(5, iri(0, 2));
            literal.message(11, message().text(1, "7").number(3, 0));
            assertRefused(triplesFrame().row(2, literal), "datatype id 0 was never set");
        }
    }

    @Nested
    class T08OrderOfFields {
        @Test
        void termsAreReadInTheirOwnOrderWhateverTheOrderOfFields() {
            Bytes reversed =
                    message().message(9, iri(0, 0)).message(5, iri(0, 0)).message(1, iri(0, 1));
            assertThat(decode(triplesFrame().row(2, reversed))).containsExactly(triple(A1, A2, A3));
        }

        @Test
        void aTermThatIsGivenTwiceIsRefused() {
            Bytes twice = message().message(1, iri(0, 1)).message(1, iri(0, 2));
            assertRefused(triplesFrame().row(2, spo()).row(2, twice), "given twice");
            Bytes twoKinds = message().message(1, iri(0, 1)).text(2, "b");
            assertRefused(triplesFrame().row(2, spo()).row(2, twoKinds), "given twice");
        }
    }

    @Nested
    class T09QuotedTriples {
        @Test
        void innerTermsMoveTheRunningNameButAreNotRepeated() {
            Bytes quoted = message().message(1, iri(0, 1)).message(5, iri(0, 0)).message(9, iri(0, 0));
            Bytes first = message().message(4, quoted).message(5, iri(0, 2)).message(9, iri(0, 0));
            Bytes second = message().message(1, iri(0, 0));
            Triple inner = VALUES.createTriple(A1, A2, A3);
            assertThat(decode(triplesFrame().row(2, first).row(2, second)))
                    .containsExactly(triple(inner, A2, A3), triple(A4, A2, A3));
        }

        @Test
        void aQuotedTripleMayNotLeaveOutATerm() {
            Bytes quoted = message().message(1, iri(0, 1)).message(5, iri(0, 2));
            Bytes statement = message().message(4, quoted);
            assertRefused(triplesFrame().row(2, spo()).row(2, statement), "lacks a subject, predicate or object");
        }

        @Test
        void nestingBeyondTheLimitIsRefusedOnBothSides() {
            Value nested = A1;
            Bytes bytes = iri(0, 1);
            for (int i = 0; i <= LIMITS.maxNesting(); i++) {
                bytes = i == 0
                        ? message().message(1, iri(0, 1)).message(5, iri(0, 2)).message(9, bytes)
                        : message().message(1, iri(0, 1)).message(5, iri(0, 2)).message(12, bytes);
                nested = VALUES.createTriple(A1, A2, nested);
            }
            Bytes statement =
                    message().message(1, iri(0, 1)).message(5, iri(0, 2)).message(12, bytes);
            assertRefused(triplesFrame().row(2, statement), "nested deeper than the limit of 32");
            Statement deep = triple(A1, A2, nested);
            JellyGraphEncoder encoder = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS);
            assertMalformed(() -> encoder.encode(RdfGraph.of(List.of(deep))), "nested deeper than the limit of 32");
        }

        @Test
        void anEndlesslyNestedTripleIsRefusedWithoutOverflowingTheStack() {
            Value nested = A1;
            for (int i = 0; i < 100_000; i++) {
                nested = VALUES.createTriple(A1, A2, nested);
            }
            RdfGraph graph = RdfGraph.of(List.of(triple(A1, A2, nested), triple(A1, A2, nested)));
            JellyGraphEncoder encoder = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS);
            assertMalformed(() -> encoder.encode(graph), "nested deeper");
        }

        @Test
        void theGraphOfAGraphStartMayNotBeLeftOut() {
            Bytes frame = message().row(1, rdfOptions(3, 8, 0, 0)).row(4, message());
            assertRefused(frame, "a graph starts without its name");
        }

        @Test
        void quotedTriplesNeedTheirOption() {
            Bytes options = message().number(2, 1).number(9, 8).number(15, 1);
            Bytes quoted = message().message(1, iri(0, 1)).message(5, iri(0, 1)).message(9, iri(0, 1));
            Bytes frame = message()
                    .row(1, options)
                    .row(9, entry(0, "a:1"))
                    .row(2, message().message(4, quoted).message(5, iri(0, 1)).message(9, iri(0, 1)));
            assertRefused(frame, "RDF-star");
            Statement statement = triple(VALUES.createTriple(A1, A2, A3), A2, A3);
            JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
            assertMalformed(() -> encoder.encode(RdfGraph.of(List.of(statement))), "RDF-star");
        }
    }

    @Nested
    class T10RepeatedTerms {
        @Test
        void anEmptyRowRepeatsTheWholeStatement() {
            assertThat(decode(triplesFrame().row(2, spo()).row(2, message())))
                    .containsExactly(triple(A1, A2, A3), triple(A1, A2, A3));
        }

        @Test
        void termsRepeatAcrossFramesAndEmptyFrames() throws IOException {
            byte[] stream = message()
                    .append(triplesFrame().row(2, spo()).delimited())
                    .append(message().delimited())
                    .append(message().row(2, message().message(9, iri(0, 4))).delimited())
                    .array();
            try (JellyStreamReader reader = new JellyStreamReader(new ByteArrayInputStream(stream), VALUES, LIMITS)) {
                assertThat(reader.next()).isEqualTo(RdfGraph.of(List.of(triple(A1, A2, A3))));
                assertThat(reader.next()).isEqualTo(RdfGraph.of(List.of()));
                assertThat(reader.next()).isEqualTo(RdfGraph.of(List.of(triple(A1, A2, A4))));
                assertThat(reader.next()).isNull();
            }
        }

        @Test
        void aRepeatedTermBeforeAnyValueIsRefused() {
            assertRefused(triplesFrame().row(2, message()), "a repeated subject");
            Bytes noObject = message().message(1, iri(0, 1)).message(5, iri(0, 2));
            assertRefused(triplesFrame().row(2, noObject), "a repeated object");
        }

        @Test
        void aQuadWithoutGraphRepeatsTheGraphWhichMayBeTheDefaultGraph() {
            assertRefused(quadsFrame().row(3, spo()), "a repeated graph");
            Bytes frame = quadsFrame().row(3, spo().message(15, message())).row(3, message());
            assertThat(decode(frame)).extracting(Statement::getContext).containsExactly(null, null);
        }

        @Test
        void termsDoNotRepeatFromOneSelfContainedFrameToTheNext() {
            decoder.decode(triplesFrame().row(2, spo()).array());
            assertRefused(triplesFrame().row(2, message()), "a repeated subject");
            Bytes options = message().row(1, rdfOptions(1, 8, 0, 0));
            assertRefused(options.row(2, spo()), "name id 1 was never set");
        }

        @Test
        void inPatchesAddsDeletesAndNamespacesShareTheLastGraph() {
            Bytes frame = message().row(1, patchOptions(2, 8, 0, 0));
            for (int i = 1; i <= 4; i++) {
                frame.row(11, entry(0, "a:" + i));
            }
            frame.row(2, spo().message(13, iri(0, 4)));
            frame.row(3, message());
            frame.row(14, message().text(1, "id").message(2, iri(0, 1)));
            frame.row(4, message().text(1, "ex").message(2, iri(0, 2)));
            frame.row(5, message().text(1, "ex").message(5, message()));
            frame.row(2, message().message(9, iri(0, 4)));
            assertThat(patchDecoder.decode(frame.array()).operations())
                    .containsExactly(
                            new PatchOperation.Add(VALUES.createStatement(A1, A2, A3, A4)),
                            new PatchOperation.Delete(VALUES.createStatement(A1, A2, A3, A4)),
                            new PatchOperation.Header("id", A1),
                            new PatchOperation.AddNamespace("ex", A2, A4),
                            new PatchOperation.DeleteNamespace("ex", null, null),
                            new PatchOperation.Add(triple(A1, A2, A4)));
        }

        @Test
        void languageTagsOfDifferentCaseAreNotRepeated() {
            RdfGraph graph = RdfGraph.of(List.of(
                    triple(A1, A2, VALUES.createLiteral("x", "en")), triple(A1, A2, VALUES.createLiteral("x", "EN"))));
            byte[] frame = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS).encode(graph);
            assertThat(decoder.decode(frame).statements())
                    .extracting(statement -> statement.getObject().toString())
                    .containsExactly("\"x\"@en", "\"x\"@EN");
        }
    }

    @Nested
    class T11OptionsThatRecur {
        @Test
        void equalOptionsChangeNothing() {
            Bytes frame = triplesFrame().row(1, rdfOptions(1, 8, 0, 2)).row(2, spo());
            assertThat(decode(frame)).containsExactly(triple(A1, A2, A3));
        }

        @Test
        void differentOptionsAreRefused() {
            assertRefused(triplesFrame().row(1, rdfOptions(1, 16, 0, 2)), "differ from the first");
            assertRefused(triplesFrame().row(1, rdfOptions(1, 8, 0, 2).text(1, "topic")), "differ from the first");
        }

        @Test
        void optionsMustComeFirst() {
            assertRefused(message().row(9, entry(0, "a:1")), "must hold its options");
            assertRefused(message(), "no options row");
        }
    }

    @Nested
    class T12OptionsThatCannotBe {
        @Test
        void tablesAboveTheLimitsAreRefusedBeforeTheyAreAllocated() {
            assertRefused(message().row(1, rdfOptions(1, 4097, 0, 0)), "name table of 4097 entries is above");
            assertRefused(message().row(1, rdfOptions(1, 8, 1025, 0)), "prefix table of 1025 entries is above");
            assertRefused(message().row(1, rdfOptions(1, 8, 0, 257)), "datatype table of 257 entries is above");
            assertRefused(message().row(1, rdfOptions(1, -1, 0, 0)), "more than 32 bits");
            Bytes huge = message().number(2, 1).number(9, 0xFFFF_FFFFL).number(15, 1);
            assertRefused(message().row(1, huge), "name table of 4294967295 entries is above");
        }

        @Test
        void aNameTableOfLessThanEightEntriesIsRefused() {
            assertRefused(message().row(1, rdfOptions(1, 7, 0, 0)), "below the minimum of 8");
        }

        @Test
        void versionsAndTypesThatAreNotKnownAreRefused() {
            assertRefused(message().row(1, message().number(2, 1).number(9, 8)), "version tag 0");
            assertRefused(message().row(1, message().number(2, 1).number(9, 8).number(15, 3)), "version tag 3");
            assertRefused(message().row(1, rdfOptions(0, 8, 0, 0)), "physical stream type 0");
            assertRefused(message().row(1, rdfOptions(4, 8, 0, 0)), "physical stream type 4");
            assertRefused(message().row(1, rdfOptions(1, 8, 0, 0).number(14, 4)), "logical stream type 4");
            assertRefused(message().row(1, rdfOptions(2, 8, 0, 0).number(14, 13)), "logical stream type 13");
            assertThat(decode(message().row(1, rdfOptions(2, 8, 0, 0).number(14, 114))))
                    .isEmpty();
        }

        @Test
        void rowsThatDoNotFitThePhysicalTypeAreRefused() {
            assertRefused(triplesFrame().row(3, spo().message(15, message())), "in a stream of TRIPLES");
            assertRefused(quadsFrame().row(2, spo()), "in a stream of QUADS");
            assertRefused(triplesFrame().row(5, message()), "in a stream of TRIPLES");
            Bytes graphs = message().row(1, rdfOptions(3, 8, 0, 0)).row(9, entry(0, "a:1"));
            assertRefused(graphs.row(2, message()), "a triple outside of a graph");
            Bytes quadInGraphs = message().row(1, rdfOptions(3, 8, 0, 0)).row(3, message());
            assertRefused(quadInGraphs, "in a stream of GRAPHS");
            Bytes endOnly = message().row(1, rdfOptions(3, 8, 0, 0)).row(5, message());
            assertRefused(endOnly, "has not started");
            Bytes start = message().message(3, message());
            Bytes twoStarts =
                    message().row(1, rdfOptions(3, 8, 0, 0)).row(4, start).row(4, start);
            assertRefused(twoStarts, "before the last one has ended");
        }
    }

    @Nested
    class T13NoDatatypeTable {
        @Test
        void typedLiteralsAreRefusedAndTheEncoderStaysUsable() {
            JellyGraphEncoder encoder = new JellyGraphEncoder(triples(new TableSizes(8, 4, 0)), LIMITS);
            RdfGraph good = RdfGraph.of(List.of(
                    triple(A1, A2, VALUES.createLiteral("plain", XSD.STRING)),
                    triple(A1, A2, VALUES.createLiteral("tagged", "en"))));
            byte[] frame = encoder.encode(good);
            RdfGraph bad =
                    RdfGraph.of(List.of(triple(A3, A4, A1), triple(A1, A2, VALUES.createLiteral("1", XSD.INTEGER))));
            assertMalformed(() -> encoder.encode(bad), "needs a datatype table");
            assertThat(encoder.encode(good)).isEqualTo(frame);
            assertThat(decoder.decode(frame)).isEqualTo(good);
        }

        @Test
        void aLangStringWithoutLanguageTagIsRefused() {
            Bytes statement = message().message(1, iri(0, 1)).message(5, iri(0, 2));
            statement.message(11, message().text(1, "x").number(3, 1));
            assertRefused(
                    triplesFrame()
                            .row(11, entry(0, RDF.LANGSTRING.stringValue()))
                            .row(2, statement),
                    "rdf:langString has no language tag");
        }
    }

    @Nested
    class T14InvalidText {
        @Test
        void invalidUtf8IsRefused() {
            Bytes bad = message().bytes(2, new byte[] {'a', ':', (byte) 0xC3});
            assertRefused(triplesFrame().row(9, bad), "not valid UTF-8");
            Bytes surrogate = message().bytes(2, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80});
            assertRefused(triplesFrame().row(9, surrogate), "not valid UTF-8");
        }

        @Test
        void theReplacementCharacterItselfIsText() {
            RdfGraph graph = RdfGraph.of(List.of(triple(A1, A2, VALUES.createLiteral("a\uFFFDb"))));
            byte[] frame = new JellyGraphEncoder(triples(TableSizes.SMALL), LIMITS).encode(graph);
            assertThat(decoder.decode(frame)).isEqualTo(graph);
        }

        @Test
        void halfASurrogatePairIsRefusedByTheEncoderWhereverItStands() {
            JellyGraphEncoder encoder = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS);
            for (String text : List.of("\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D", "ü\uD83D")) {
                for (Value object : List.of(
                        VALUES.createLiteral(text),
                        VALUES.createBNode(text),
                        VALUES.createIRI("a:" + text),
                        VALUES.createLiteral("x", VALUES.createIRI("t:" + text)))) {
                    assertMalformed(() -> encoder.encode(RdfGraph.of(List.of(triple(A1, A2, object)))), "surrogate");
                }
            }
        }
    }

    @Nested
    class T16LengthsAndUnknownFields {
        @Test
        void lengthsThatOverrunTheirMessageAreRefused() {
            byte[] good = triplesFrame().row(2, spo()).array();
            for (int length = 1; length < good.length; length++) {
                byte[] cut = Arrays.copyOf(good, length);
                try {
                    assertThat(decoder.decode(cut).statements()).isEmpty();
                } catch (MalformedJellyException e) {
                    assertThat(e.offset()).isBetween(0, length);
                }
            }
            Bytes termOverrun = message().row(1, rdfOptions(1, 8, 0, 0));
            termOverrun.append(message()
                    .message(1, message().bytes(2, new byte[] {0x0A, 0x7F}))
                    .array());
            assertRefused(termOverrun, "overruns its message");
        }

        @Test
        void numbersOfMoreThan32BitsAreRefused() {
            Bytes frame = message().row(1, rdfOptions(1, 8, 0, 0));
            assertRefused(frame.row(9, message().number(1, -1L).text(2, "x")), "more than 32 bits");
            Bytes endless = message()
                    .row(1, message().raw(0x78, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80));
            assertRefused(endless, "10 bytes");
        }

        @Test
        void idsBeyondTheTableAreRefused() {
            for (long id : new long[] {5, 8, 9, 4096, 0x7FFF_FFFFL, 0xFFFF_FFFFL}) {
                Bytes reference = message().message(1, message().number(2, id));
                assertRefused(triplesFrame().row(2, reference), "name id " + id + " was never set");
            }
            Bytes wrapped = message()
                    .row(1, rdfOptions(1, 8, 0, 0))
                    .row(9, message().number(1, 0xFFFF_FFFFL).text(2, "x"));
            assertRefused(wrapped, "id 4294967295 is outside the name table");
        }

        @Test
        void unknownFieldsAndMetadataAreSkipped() {
            Bytes statement =
                    message().number(30, 5).message(1, iri(0, 1).number(9, 1)).message(5, iri(0, 2));
            statement.message(11, message().text(1, "v").text(7, "unknown"));
            Bytes frame = message()
                    .message(15, message().text(1, "key").text(2, "value"))
                    .append(triplesFrame().array());
            frame.message(1, message().message(2, statement).number(25, 1))
                    .number(14, 3)
                    .raw(0x6D, 1, 2, 3, 4)
                    .raw(0x69, 1, 2, 3, 4, 5, 6, 7, 8);
            assertThat(decode(frame)).containsExactly(triple(A1, A2, VALUES.createLiteral("v")));
        }

        @Test
        void aRowOfNothingOrOfTwoKindsIsRefused() {
            assertRefused(triplesFrame().message(1, message()), "a row that holds nothing");
            assertRefused(triplesFrame().message(1, message().message(7, message())), "a row that holds nothing");
            Bytes two = message().message(9, entry(0, "x")).message(9, entry(0, "y"));
            assertRefused(triplesFrame().message(1, two), "more than one kind");
        }

        @Test
        void errorsSayWhere() {
            Bytes frame = triplesFrame().row(2, spo()).row(2, message().message(1, iri(0, 7)));
            assertThatThrownBy(() -> decoder.decode(frame.array()))
                    .isInstanceOfSatisfying(MalformedJellyException.class, e -> {
                        assertThat(e.frame()).isZero();
                        assertThat(e.row()).isEqualTo(6);
                        assertThat(e.offset()).as("start of the term").isEqualTo(frame.array().length - 3);
                    });
        }
    }

    @Nested
    class T17Patches {
        @Test
        void rdfAndPatchFramesAreToldApart() {
            RdfGraph graph = RdfGraph.of(List.of(triple(A1, A2, A3)));
            byte[] rdf = new JellyGraphEncoder(JellyOptions.TOPIC, LIMITS).encode(graph);
            byte[] patch = new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.BIG, false), LIMITS)
                    .encode(RdfPatch.change(List.of(), graph.statements()));
            assertMalformed(() -> decoder.decode(patch), "this is a Jelly-Patch frame, not a Jelly-RDF frame");
            assertMalformed(() -> patchDecoder.decode(rdf), "this is a Jelly-RDF frame, not a Jelly-Patch frame");
            byte[] named = message().row(1, rdfOptions(1, 8, 0, 0).text(1, "n")).array();
            assertMalformed(() -> patchDecoder.decode(named), "this is a Jelly-RDF frame, not a Jelly-Patch frame");
            assertThat(JellyFrames.kindOf(rdf)).isEqualTo(ElementKind.GRAPH);
            assertThat(JellyFrames.kindOf(named)).isEqualTo(ElementKind.GRAPH);
            assertThat(JellyFrames.kindOf(patch)).isEqualTo(ElementKind.PATCH);
            assertMalformed(() -> JellyFrames.kindOf(new byte[0]), "neither Jelly-RDF nor Jelly-Patch");
            assertMalformed(() -> JellyFrames.kindOf(message().row(2, spo()).array()), "neither");
            assertMalformed(() -> JellyFrames.kindOf(message().row(1, message()).array()), "neither");
        }

        @Test
        void aNamespaceMayBeDeletedWithoutItsIriButNotAdded() {
            Bytes options = patchOptions(2, 8, 0, 0);
            Bytes namespace = message().text(1, "ex").message(5, message());
            Bytes deleted = message().row(1, options).row(5, namespace);
            assertThat(patchDecoder.decode(deleted.array()).operations())
                    .containsExactly(new PatchOperation.DeleteNamespace("ex", null, null));
            Bytes added = message().row(1, options).row(4, namespace);
            assertMalformed(() -> patchDecoder.decode(added.array()), "without its IRI");
        }

        @Test
        void patchesOfTriplesAreReadWithoutGraphs() {
            Bytes frame = message().row(1, patchOptions(1, 8, 0, 0));
            for (int i = 1; i <= 3; i++) {
                frame.row(11, entry(0, "a:" + i));
            }
            byte[] good = message().append(frame.array()).row(2, spo()).array();
            assertThat(patchDecoder.decode(good).operations())
                    .containsExactly(new PatchOperation.Add(triple(A1, A2, A3)));
            byte[] bad = frame.row(2, spo().message(15, message())).array();
            assertMalformed(() -> patchDecoder.decode(bad), "a graph in a stream of TRIPLES");
        }

        @Test
        void versionsAndStreamTypesThatAreNotKnownAreRefused() {
            Bytes type4 = message().number(1, 2).number(2, 4).number(9, 8).number(15, 1);
            assertMalformed(() -> patchDecoder.decode(message().row(1, type4).array()), "patch stream type 4");
            Bytes version2 = message().number(1, 2).number(2, 1).number(9, 8).number(15, 2);
            assertMalformed(() -> patchDecoder.decode(message().row(1, version2).array()), "version tag 2");
            Bytes punctuated = message().row(1, patchOptions(2, 8, 0, 0)).row(15, message());
            assertMalformed(() -> patchDecoder.decode(punctuated.array()), "punctuation row in a stream of type FRAME");
        }

        @Test
        void transactionsMustBeWellFormedOnBothSides() {
            JellyPatchEncoder encoder = new JellyPatchEncoder(JellyPatchOptions.frame(TableSizes.SMALL, false), LIMITS);
            PatchOperation tx = PatchOperation.Transaction.START;
            PatchOperation tc = PatchOperation.Transaction.COMMIT;
            PatchOperation ta = PatchOperation.Transaction.ABORT;
            assertMalformed(() -> encoder.encode(new RdfPatch(List.of(tx, tx))), "TX within a transaction");
            assertMalformed(() -> encoder.encode(new RdfPatch(List.of(tc))), "TC or TA without TX");
            assertMalformed(() -> encoder.encode(new RdfPatch(List.of(tx, ta, ta))), "TC or TA without TX");
            assertMalformed(() -> encoder.encode(new RdfPatch(List.of(tx))), "does not end");
            RdfPatch good = new RdfPatch(List.of(tx, tc, tx, ta));
            assertThat(patchDecoder.decode(encoder.encode(good))).isEqualTo(good);
            Bytes options = message().row(1, patchOptions(2, 8, 0, 0));
            byte[] open = options.row(6, message()).array();
            assertMalformed(() -> patchDecoder.decode(open), "does not end");
            byte[] nested = options.row(6, message()).array();
            assertMalformed(() -> patchDecoder.decode(nested), "TX within a transaction");
        }
    }

    @Nested
    class GeneralizedStatements {
        @Test
        void literalSubjectsAndPredicatesThatAreNoIrisAreRefused() {
            Bytes literal = message().text(1, "x");
            assertRefused(triplesFrame().row(2, message().message(3, literal)), "generalized");
            assertRefused(triplesFrame().row(2, message().message(1, iri(0, 1)).text(6, "b")), "generalized");
            assertRefused(quadsFrame().row(3, spo().message(16, literal)), "generalized");
        }
    }
}
