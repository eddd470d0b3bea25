package dev.velella.sink.query;

import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.query.resultio.QueryResultIO;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultFormat;
import org.eclipse.rdf4j.query.resultio.TupleQueryResultWriter;
import org.eclipse.rdf4j.query.resultio.text.csv.SPARQLResultsCSVWriter;
import org.eclipse.rdf4j.query.resultio.text.tsv.SPARQLResultsTSVWriter;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;

/** Writers of rows that write each literal as it is. RDF4J's writers of CSV and TSV change the text of numbers: 01 becomes 1. Stateless. */
public final class RowWriters {
    private RowWriters() {}

    /** A writer of a format; it does not close its output. */
    public static TupleQueryResultWriter of(TupleQueryResultFormat format, OutputStream out) {
        if (format.equals(TupleQueryResultFormat.CSV)) {
            return new Csv(out);
        }
        return format.equals(TupleQueryResultFormat.TSV) ? new Tsv(out) : QueryResultIO.createTupleWriter(format, out);
    }

    /** Whether a number would get another text. */
    private static boolean changes(Literal literal) {
        IRI type = literal.getDatatype();
        if (!XMLDatatypeUtil.isDecimalDatatype(type) && !type.equals(XSD.DOUBLE)) { // integers are decimals
            return false;
        }
        try {
            return !XMLDatatypeUtil.normalize(literal.getLabel(), type).equals(literal.getLabel());
        } catch (IllegalArgumentException e) {
            return false; // no number: it is written like a text
        }
    }

    private static final class Csv extends SPARQLResultsCSVWriter {
        Csv(OutputStream out) {
            super(out);
        }

        @Override
        protected void writeValue(Value value) throws IOException {
            if (value instanceof Literal literal && changes(literal)) {
                String label = literal.getLabel();
                boolean isPlain = label.chars().noneMatch(Character::isWhitespace); // else it may have ends of lines
                getWriter().write(isPlain ? label : '"' + label + '"');
            } else {
                super.writeValue(value);
            }
        }
    }

    private static final class Tsv extends SPARQLResultsTSVWriter {
        Tsv(OutputStream out) {
            super(out);
        }

        @Override
        protected void writeValue(Value value) throws IOException {
            if (value instanceof Literal literal && changes(literal)) {
                writer.write(NTriplesUtil.toNTriplesString(literal));
            } else {
                super.writeValue(value);
            }
        }
    }
}
