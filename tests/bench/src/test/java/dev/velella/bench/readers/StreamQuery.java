package dev.velella.bench.readers;

import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A query of the graph of one station, and whether its answer is one reading. */
enum StreamQuery {
    /** All statements of the graph. */
    POINT(StationCycle.STATEMENTS) {
        @Override
        String text(String graph) {
            return "SELECT ?s ?p ?o { GRAPH <" + graph + "> { ?s ?p ?o } }";
        }
    },
    /** Times and values of the observations, by three patterns. */
    JOIN(StationCycle.OBSERVATIONS) {
        @Override
        String text(String graph) {
            return "PREFIX sosa: <http://www.w3.org/ns/sosa/> SELECT ?observation ?time ?value { GRAPH <" + graph
                    + "> { ?observation sosa:resultTime ?time . ?result sosa:isResultOf ?observation ; "
                    + "<http://www.ontology-of-units-of-measure.org/resource/om-2/hasNumericalValue> ?value } }";
        }
    };

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+");

    private final int rows;

    StreamQuery(int rows) {
        this.rows = rows;
    }

    /** In SPARQL. */
    abstract String text(String graph);

    /** As it stands in the names of figures. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether an answer is of one state between two patches: it has all rows, and all times in it are the same.
     *
     * @param csv the answer, with a first line of names
     */
    boolean isWhole(String csv) {
        Set<String> times = TIME.matcher(csv).results().map(MatchResult::group).collect(Collectors.toSet());
        return csv.lines().count() == rows + 1 && times.size() == 1;
    }
}
