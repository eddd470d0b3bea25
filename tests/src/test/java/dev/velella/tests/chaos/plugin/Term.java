package dev.velella.tests.chaos.plugin;

/**
 * A term in the words of the published schema.
 *
 * @param type iri, bnode or literal
 * @param datatype of a literal; null means xsd:string
 * @param language of a literal that has a tag, else null
 */
public record Term(String type, String value, String datatype, String language) {
    private static final String STRING = "http://www.w3.org/2001/XMLSchema#string";

    public static Term iri(String iri) {
        return new Term("iri", iri, null, null);
    }

    public static Term bnode(String label) {
        return new Term("bnode", label, null, null);
    }

    public static Term literal(String label, String datatype) {
        return new Term("literal", label, datatype, null);
    }

    public static Term text(String label, String language) {
        return new Term("literal", label, null, language);
    }

    /** One spelling for every term. */
    String spelling() {
        return switch (type) {
            case "iri" -> "<" + value + ">";
            case "bnode" -> "_:" + value;
            default -> {
                String kind = language != null ? "@" + language : "^^" + (datatype == null ? STRING : datatype);
                yield "\"" + value + "\"" + kind;
            }
        };
    }
}
