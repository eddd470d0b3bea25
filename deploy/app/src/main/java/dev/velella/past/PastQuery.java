package dev.velella.past;

import dev.velella.convert.DataFormat;
import dev.velella.convert.StatementFile;
import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.sink.query.RowWriters;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.query.BooleanQuery;
import org.eclipse.rdf4j.query.GraphQuery;
import org.eclipse.rdf4j.query.GraphQueryResult;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.Query;
import org.eclipse.rdf4j.query.QueryEvaluationException;
import org.eclipse.rdf4j.query.QueryLanguage;
import org.eclipse.rdf4j.query.TupleQuery;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.parser.ParsedBooleanQuery;
import org.eclipse.rdf4j.query.parser.ParsedGraphQuery;
import org.eclipse.rdf4j.query.parser.ParsedQuery;
import org.eclipse.rdf4j.query.parser.QueryParserUtil;
import org.eclipse.rdf4j.query.resultio.BooleanQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.repository.Repository;
import org.eclipse.rdf4j.repository.RepositoryConnection;
import org.jspecify.annotations.Nullable;

/**
 * A SPARQL query to the past, and the form of its answer. The query is checked when it is made, so a mistake in it is
 * found before the log is read. Immutable.
 */
public final class PastQuery {
    private static final Map<String, TupleQueryResultFormat> TUPLES = Map.of(
            "csv", TupleQueryResultFormat.CSV,
            "tsv", TupleQueryResultFormat.TSV,
            "json", TupleQueryResultFormat.JSON,
            "xml", TupleQueryResultFormat.SPARQL);
    private static final Map<String, BooleanQueryResultFormat> BOOLEANS = Map.of(
            "csv", BooleanQueryResultFormat.TEXT,
            "tsv", BooleanQueryResultFormat.TEXT,
            "json", BooleanQueryResultFormat.JSON,
            "xml", BooleanQueryResultFormat.SPARQL);

    private final String text;
    private final String format;

    private PastQuery(String text, String format) {
        this.text = text;
        this.format = format;
    }

    /**
     * Makes a query.
     *
     * @param format name of the format of the answer; null chooses by the extension of the output
     * @param output name of the output, {@code -} for standard output
     * @throws UserException if the query is malformed, changes data or asks another service, or its answers have no such
     *     format
     */
    public static PastQuery of(String text, @Nullable String format, String output) {
        ParsedQuery parsed = parse(text);
        boolean isGraph = parsed instanceof ParsedGraphQuery;
        String extension = output.substring(output.lastIndexOf('.') + 1);
        if (isGraph) {
            Optional<DataFormat> chosen = format != null
                    ? DataFormat.ofId(format)
                    : output.equals(InputFile.STANDARD) ? Optional.of(DataFormat.NQ) : DataFormat.ofFile(output);
            return chosen.filter(known -> known != DataFormat.RDFP && known != DataFormat.JELLYP)
                    .map(known -> new PastQuery(text, known.id()))
                    .orElseThrow(() -> new UserException("the query gives statements, and "
                            + (format == null
                                    ? "no RDF format has the extension of " + output
                                    : format + " is no RDF format")
                            + "; --format must be nt, nq, ttl, trig, jsonld, rdfxml or jelly"));
        }
        String chosen = format != null ? format : TUPLES.containsKey(extension) ? extension : "csv";
        if (!TUPLES.containsKey(chosen)) {
            throw new UserException("the query gives " + (parsed instanceof ParsedBooleanQuery ? "yes or no" : "rows")
                    + "; --format must be csv, tsv, json or xml, not " + chosen);
        }
        return new PastQuery(text, chosen);
    }

    private static ParsedQuery parse(String text) {
        try {
            ParsedQuery parsed = QueryParserUtil.parseQuery(QueryLanguage.SPARQL, text, null);
            parsed.getTupleExpr().visit(new AbstractQueryModelVisitor<UserException>() {
                @Override
                public void meet(Service node) {
                    throw new UserException("--query: SERVICE is not offered: queries see the past only");
                }
            });
            return parsed;
        } catch (MalformedQueryException e) {
            String reason = String.valueOf(e.getMessage()).strip().replace('\n', ' ');
            throw new UserException("--query: malformed query (updates are refused too): " + reason, e);
        } catch (StackOverflowError e) {
            throw new UserException("--query: the query is nested too deeply", e);
        }
    }

    /**
     * Writes the answer, whole or not at all.
     *
     * @throws UserException if the query fails
     * @throws FileException if the output cannot be written
     */
    public void run(Repository past, String output, OutputStream standardOutput) {
        try (RepositoryConnection connection = past.getConnection()) {
            Query query = connection.prepareQuery(QueryLanguage.SPARQL, text);
            if (query instanceof GraphQuery graph) {
                DataFormat rdf = DataFormat.ofId(format).orElse(DataFormat.NQ);
                new StatementFile(output, rdf).write(statements(graph), standardOutput);
                return;
            }
            try (OutputFile out = new OutputFile(output, standardOutput)) {
                if (query instanceof TupleQuery tuples) {
                    tuples.evaluate(
                            RowWriters.of(TUPLES.getOrDefault(format, TupleQueryResultFormat.CSV), out.stream()));
                } else {
                    boolean answer = ((BooleanQuery) query).evaluate();
                    QueryResultIO.createBooleanWriter(BOOLEANS.get(format), out.stream())
                            .handleBoolean(answer);
                }
                out.commit();
            }
        } catch (QueryEvaluationException e) {
            throw new UserException("--query: the query failed: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof IOException io) {
                throw new FileException(output, "cannot be written: " + InputFile.reason(io), io);
            }
            throw e;
        }
    }

    /** A statement that several solutions give is written once. */
    private static Set<Statement> statements(GraphQuery query) {
        Set<Statement> all = new LinkedHashSet<>();
        try (GraphQueryResult result = query.evaluate()) {
            result.forEach(all::add);
        }
        return all;
    }
}
