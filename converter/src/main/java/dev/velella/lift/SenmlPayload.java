package dev.velella.lift;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.document.budget.VerifiedTerms;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.RdfGraph;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.jspecify.annotations.Nullable;

/**
 * Reads SenML packs in JSON (RFC 8428). Each record becomes one sosa:Observation. The name of a record is the IRI of
 * the observed property; a name that is not an IRI is appended to the base. The observation's IRI is
 * {@code NAME#observation}, with {@code -2} and so on for further records of the same name in one pack. Thus the IRIs
 * of a device are the same in each pack. A pack must have a value, and a record no more than one.
 *
 * @param base prefix of names that are not IRIs
 * @param limits limits of each payload
 */
public record SenmlPayload(String base, ReadingLimits limits) implements PayloadFormat {
    private static final ValueFactory TERMS = new VerifiedTerms();
    private static final String SOSA = "http://www.w3.org/ns/sosa/";
    private static final IRI OBSERVATION = TERMS.createIRI(SOSA + "Observation");
    private static final IRI OBSERVED_PROPERTY = TERMS.createIRI(SOSA + "observedProperty");
    private static final IRI SIMPLE_RESULT = TERMS.createIRI(SOSA + "hasSimpleResult");
    private static final IRI RESULT_TIME = TERMS.createIRI(SOSA + "resultTime");
    private static final IRI UNIT = TERMS.createIRI("urn:velella:senml:unit");
    private static final IRI SUM = TERMS.createIRI("urn:velella:senml:sum");
    private static final Set<String> BASES = Set.of("bn", "bt", "bu", "bv", "bs", "bver");
    private static final int VERSION = 10;

    /** Times before this are relative to now (RFC 8428, section 4.5.3). */
    private static final BigDecimal ABSOLUTE = BigDecimal.valueOf(1L << 28);

    /** Times outside of years of four digits come from wrong units, and Java would write them in another form than XSD. */
    private static final Instant FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999Z");

    /** The fields of values, of which a record has at most one. */
    private static final List<String> VALUES = List.of("v", "vs", "vb", "vd");

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    @Override
    public RdfGraph read(Payload payload) {
        ReadingBudget budget = new ReadingBudget(limits);
        JsonTree pack = JsonTree.parse(payload.bytes(), budget);
        if (pack.kind() != JsonTree.Kind.ARRAY) {
            throw malformed("a pack is an array of records", null);
        }
        Pack reading = new Pack(payload.received(), budget);
        for (int i = 0; i < pack.items().size(); i++) {
            JsonTree each = pack.items().get(i);
            try {
                if (each.kind() != JsonTree.Kind.OBJECT) {
                    throw new IllegalArgumentException("it is no object");
                }
                reading.record(each.members());
            } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
                throw malformed("record " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        if (reading.statements.isEmpty()) {
            throw malformed("the pack has no record with a value", null);
        }
        return RdfGraph.of(reading.statements);
    }

    private static PayloadException malformed(String reason, @Nullable Throwable cause) {
        return new PayloadException(RefusalReason.UNDECODABLE, "not SenML: " + reason, cause);
    }

    /** One pack. Base fields are valid until a later record changes them. */
    private final class Pack {
        private final Instant now;
        private final ReadingBudget budget;
        private final List<Statement> statements = new ArrayList<>();
        private final Map<String, Integer> records = new HashMap<>();
        private final Map<String, JsonTree> bases = new HashMap<>();

        Pack(Instant now, ReadingBudget budget) {
            this.now = now;
            this.budget = budget;
        }

        void record(Map<String, JsonTree> fields) {
            for (Map.Entry<String, JsonTree> field : fields.entrySet()) {
                if (BASES.contains(field.getKey())) {
                    bases.put(field.getKey(), field.getValue());
                } else if (field.getKey().endsWith("_")) {
                    throw new IllegalArgumentException("field " + field.getKey() + " must be understood, and is not");
                }
            }
            BigDecimal version = number(bases, "bver");
            if (version != null && version.intValue() > VERSION) {
                throw new IllegalArgumentException("version " + version + ", known is " + VERSION);
            }
            Literal value = value(fields);
            BigDecimal sum = plus(number(bases, "bs"), number(fields, "s"));
            if (value == null && number(fields, "s") == null) {
                if (fields.keySet().stream().allMatch(BASES::contains)) {
                    return; // only base fields, for the next records
                }
                throw new IllegalArgumentException("a record without a value");
            }
            String name = text(bases, "bn") + text(fields, "n");
            budget.characters(2L * name.length());
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a record without a name");
            }
            String property = name.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.+") ? name : base + IriText.encoded(name, "/:");
            int number = records.merge(property, 1, Integer::sum);
            IRI observation = TERMS.createIRI(property + "#observation" + (number == 1 ? "" : "-" + number));
            add(observation, RDF.TYPE, OBSERVATION);
            add(observation, OBSERVED_PROPERTY, TERMS.createIRI(property));
            if (value != null) {
                add(observation, SIMPLE_RESULT, value);
            }
            if (sum != null) {
                add(observation, SUM, TERMS.createLiteral(sum.toPlainString(), XSD.DECIMAL));
            }
            String unit = fields.containsKey("u") ? text(fields, "u") : text(bases, "bu");
            if (!unit.isEmpty()) {
                add(observation, UNIT, TERMS.createLiteral(unit));
            }
            add(observation, RESULT_TIME, TERMS.createLiteral(time(fields), XSD.DATETIME));
        }

        private void add(IRI subject, IRI predicate, org.eclipse.rdf4j.model.Value object) {
            budget.statement();
            budget.characters(object.stringValue().length());
            statements.add(TERMS.createStatement(subject, predicate, object));
        }

        private String time(Map<String, JsonTree> fields) {
            BigDecimal seconds = plus(number(bases, "bt"), number(fields, "t"));
            Instant time = Instant.ofEpochMilli(now.toEpochMilli());
            if (seconds != null) {
                long millis =
                        seconds.multiply(MILLIS).setScale(0, RoundingMode.FLOOR).longValueExact();
                time = Instant.ofEpochMilli(
                        seconds.compareTo(ABSOLUTE) >= 0 ? millis : Math.addExact(now.toEpochMilli(), millis));
            }
            if (time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME)) {
                throw new IllegalArgumentException("the time " + seconds + " is the year "
                        + time.atOffset(ZoneOffset.UTC).getYear() + "; SenML counts times in seconds");
            }
            return time.toString();
        }

        private @Nullable Literal value(Map<String, JsonTree> fields) {
            List<String> values = VALUES.stream().filter(fields::containsKey).toList();
            if (values.size() > 1) {
                throw new IllegalArgumentException("it has more than one value: " + String.join(", ", values));
            }
            JsonTree number = fields.get("v");
            if (number != null) {
                BigDecimal base = number(bases, "bv");
                String lexical = base == null
                        ? number.text()
                        : decimal("v", number).add(base).toPlainString();
                decimal("v", number);
                boolean exponent = lexical.indexOf('e') >= 0 || lexical.indexOf('E') >= 0;
                return TERMS.createLiteral(lexical, exponent ? XSD.DOUBLE : XSD.DECIMAL);
            } else if (fields.containsKey("vs")) {
                return TERMS.createLiteral(text(fields, "vs"));
            } else if (fields.containsKey("vb")) {
                JsonTree truth = fields.get("vb");
                if (truth == null || truth.kind() != JsonTree.Kind.BOOLEAN) {
                    throw new IllegalArgumentException("vb is not a truth value");
                }
                return TERMS.createLiteral(truth.text(), XSD.BOOLEAN);
            } else if (fields.containsKey("vd")) {
                byte[] data = Base64.getUrlDecoder().decode(text(fields, "vd"));
                return TERMS.createLiteral(Base64.getEncoder().encodeToString(data), XSD.BASE64BINARY);
            }
            return null;
        }
    }

    private static @Nullable BigDecimal plus(@Nullable BigDecimal a, @Nullable BigDecimal b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.add(b);
    }

    private static @Nullable BigDecimal number(Map<String, JsonTree> fields, String name) {
        JsonTree value = fields.get(name);
        return value == null ? null : decimal(name, value);
    }

    /**
     * Reads a number. Its exponent is bounded, because a number of few characters with a huge exponent would get as
     * many digits as the exponent says when it is added to another.
     */
    private static BigDecimal decimal(String name, JsonTree value) {
        if (value.kind() != JsonTree.Kind.NUMBER) {
            throw new IllegalArgumentException(name + " is not a number");
        }
        BigDecimal number = new BigDecimal(value.text());
        if (Math.abs((long) number.scale()) > 400) {
            throw new IllegalArgumentException(name + " has an exponent beyond 400: " + value.text());
        }
        return number;
    }

    private static String text(Map<String, JsonTree> fields, String name) {
        JsonTree value = fields.get(name);
        if (value != null && value.kind() != JsonTree.Kind.STRING) {
            throw new IllegalArgumentException(name + " is not a text");
        }
        return value == null ? "" : value.text();
    }
}
