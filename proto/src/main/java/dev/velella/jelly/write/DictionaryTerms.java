package dev.velella.jelly.write;

import java.util.List;

/**
 * Terms for a dictionary, in the order in which they get their ids. Ids below 128 take one byte less, and an IRI that
 * follows the one before it in this order needs no id for its name.
 *
 * @param iris texts of IRIs
 * @param datatypes texts of the IRIs of datatypes, for the table of datatypes
 */
public record DictionaryTerms(List<String> iris, List<String> datatypes) {
    /** Makes copies of both lists. */
    public DictionaryTerms {
        iris = List.copyOf(iris);
        datatypes = List.copyOf(datatypes);
    }
}
