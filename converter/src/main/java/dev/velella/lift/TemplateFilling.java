package dev.velella.lift;

import dev.velella.document.budget.ReadingBudget;
import dev.velella.document.budget.ReadingLimits;
import dev.velella.letter.RefusalReason;
import dev.velella.rdf.ErrorText;
import dev.velella.rdf.FilledStatements;
import dev.velella.rdf.RdfGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/** The graph of one record, while it is made of a template. Used once, by one thread. */
final class TemplateFilling {
    private static final ValueFactory STATEMENTS = SimpleValueFactory.getInstance();

    /** What Debezium writes in place of a value that the database did not send. */
    private static final String UNAVAILABLE = "__debezium_unavailable_value";

    private static final String UNAVAILABLE_BASE64 = "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==";

    private final CompiledTemplate template;
    private final boolean isOfDebezium;
    private final boolean mayBeEmpty;
    private final FoundValues key;
    private final Circumstances circumstances;
    private final ReadingBudget budget;
    private final HoleValues values;

    /** For each scope the values of its present item, and its number. */
    private final FoundValues[] found;

    private final int[] numbers;
    private final @Nullable Value[] made;

    /** Why terms and holes have no value, by place and number: an error only if a statement that is there uses them. */
    private final @Nullable PayloadException[] unfitTerms;

    private final @Nullable PayloadException[] unfitHoles;
    private boolean hasUnfit;
    private final List<Statement> several = new ArrayList<>();
    private List<Statement> statements = several;
    private boolean saysSomething;
    private boolean isAsked;
    private int items;
    private @Nullable FoundValues first;

    TemplateFilling(
            CompiledTemplate template,
            ReadingLimits limits,
            boolean isOfDebezium,
            boolean mayBeEmpty,
            FoundValues key,
            Circumstances circumstances) {
        this.template = template;
        this.isOfDebezium = isOfDebezium;
        this.mayBeEmpty = mayBeEmpty;
        budget = new ReadingBudget(limits);
        values = new HoleValues(template.uses.size());
        found = new FoundValues[template.scopes.length];
        numbers = new int[template.scopes.length];
        made = template.constants.clone();
        unfitTerms = new PayloadException[template.terms.length];
        unfitHoles = new PayloadException[template.uses.size()];
        this.key = key;
        this.circumstances = circumstances;
    }

    GraphTemplate.Filled filled() {
        if (statements.isEmpty() && !(mayBeEmpty && isAsked)) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE, "it has none of the values that the template asks for");
        }
        return new GraphTemplate.Filled(new RdfGraph(statements, template.namespaces), first);
    }

    /** Fills the template once, with the next item. */
    void add(FoundValues value, boolean isLast) {
        boolean isOnly = isLast && items == 0;
        String item = isOnly ? "" : "i" + items;
        first = items == 0 ? value : first;
        items++;
        isAsked |= value.isAsked();
        if (template.flat != null && isOnly) {
            found[0] = value;
            for (int hole : template.scopes[0].holes()) {
                readHole(hole, template.uses.get(hole));
            }
            fillOne(template.flat);
            return;
        }
        int before = several.size();
        saysSomething = !template.asksTheValue;
        fill(0, value, item);
        if (!saysSomething) {
            several.subList(before, several.size()).clear();
        }
    }

    /** Fills the template, and keeps it together with its values. */
    private void fillOne(CompiledTemplate.Flat flat) {
        @Nullable Value[] all = flat.constants().clone();
        for (CompiledTemplate.Group group : flat.groups()) {
            Object same = group.key(values.texts());
            TermMemory.Made known = same == null ? null : group.memory().find(same);
            if (known == null) {
                make(group, same, all);
            } else {
                budget.characters(known.characters());
                for (int i = 0; i < group.places().length; i++) {
                    all[group.places()[i]] = known.terms()[i];
                }
            }
        }
        FilledStatements filled = flat.variants().fill(all);
        budget.statements(filled.size());
        statements = filled;
    }

    private void make(CompiledTemplate.Group group, @Nullable Object same, @Nullable Value[] all) {
        int characters = 0;
        boolean isComplete = true;
        for (int place : group.places()) {
            Value term = term(template.terms[place], "");
            all[place] = term;
            characters += characters(term);
            isComplete &= term != null;
        }
        if (same != null && isComplete) {
            Value[] remembered = new Value[group.places().length];
            for (int i = 0; i < remembered.length; i++) {
                remembered[i] = all[group.places()[i]];
            }
            group.memory().put(same, new TermMemory.Made(remembered, characters));
        }
    }

    /** Fills the statements of a scope for one item, and then the scopes in it. */
    private void fill(int number, FoundValues value, String item) {
        CompiledTemplate.Scope scope = template.scopes[number];
        found[number] = value;
        for (int hole : scope.holes()) {
            unfitHoles[hole] = null;
            try {
                readHole(hole, template.uses.get(hole));
            } catch (PayloadException e) {
                unfitHoles[hole] = e;
                hasUnfit = true;
            }
        }
        for (int place : scope.terms()) {
            unfitTerms[place] = hasUnfit ? unfitHole(template.terms[place]) : null;
            try {
                made[place] = unfitTerms[place] == null ? term(template.terms[place], item) : null;
            } catch (PayloadException e) {
                unfitTerms[place] = e;
                made[place] = null;
                hasUnfit = true;
            }
        }
        for (CompiledTemplate.Shape shape : scope.statements()) {
            if (isThere(shape)) {
                saysSomething |= add(shape) && shape.isOfValue();
            }
        }
        for (int child : scope.children()) {
            List<FoundValues> items = value.items(template.scopes[child].block());
            for (int i = 0; i < items.size(); i++) {
                numbers[child] = i;
                fill(child, items.get(i), item + "i" + i);
            }
        }
    }

    private @Nullable PayloadException unfitHole(TemplateTerm term) {
        for (int hole : term.holes()) {
            if (unfitHoles[hole] != null) {
                return unfitHoles[hole];
            }
        }
        return null;
    }

    private boolean isThere(CompiledTemplate.Shape shape) {
        for (CompiledTemplate.Guard guard : shape.guards()) {
            if ((found[guard.scope()].kind(guard.slot()) != null) != guard.isThere()) {
                return false;
            }
        }
        return true;
    }

    private void readHole(int number, TemplateText.Use use) {
        Hole hole = use.hole();
        String text;
        ValueKind kind;
        switch (hole.source()) {
            case VALUE -> {
                FoundValues of = found[template.outer(use.scope(), hole.up())];
                text = of.text(template.slots[number]);
                kind = of.kind(template.slots[number]);
            }
            case KEY -> {
                text = key.text(template.slots[number]);
                kind = key.kind(template.slots[number]);
            }
            case NAME -> {
                text = found[template.outer(use.scope(), hole.up())].name();
                kind = ValueKind.TEXT;
            }
            case ITEM -> {
                text = Integer.toString(numbers[template.outer(use.scope(), hole.up())]);
                kind = ValueKind.INTEGER;
            }
            default -> {
                text = circumstances.text(hole.source(), hole.name());
                kind = text == null ? null : kindOf(hole.source());
            }
        }
        String byDefault = hole.byDefault();
        if (text != null && kind != null) {
            check(use, text, kind);
            String function = hole.function();
            if (function == null) {
                values.set(number, text, kind);
                return;
            } else if (Hole.isTimeFunction(function)) {
                values.set(
                        number,
                        time(use, function, text, kind),
                        function.equals("days") ? ValueKind.DATE : ValueKind.DATE_TIME);
                return;
            }
            String mapped = template.maps.getOrDefault(function, Map.of()).get(text);
            if (mapped != null) {
                values.set(number, mapped, ValueKind.TEXT);
                return;
            } else if (byDefault == null) {
                throw fail(
                        "\"" + ErrorText.name(text) + "\" is not in @map " + function + ", which " + hole
                                + " asks; add it there, or give the hole a default",
                        use,
                        null);
            }
        }
        values.set(number, byDefault, byDefault == null ? null : kindOf(byDefault));
    }

    private void check(TemplateText.Use use, String text, ValueKind kind) {
        if (!kind.isScalar()) {
            throw fail(
                    use.hole() + " finds " + kind + ", which no hole can carry; ask for a value in it, or use a block"
                            + " {#...}",
                    use,
                    null);
        } else if (isOfDebezium && (text.equals(UNAVAILABLE) || text.equals(UNAVAILABLE_BASE64))) {
            throw fail(
                    use.hole() + " finds Debezium's mark for a value that the database did not send, because it did"
                            + " not change; set REPLICA IDENTITY FULL for the table, or leave the hole out",
                    use,
                    null);
        }
    }

    private static ValueKind kindOf(Hole.Source source) {
        return switch (source) {
            case PARTITION -> ValueKind.INTEGER;
            case TIMESTAMP, NOW -> ValueKind.DATE_TIME;
            default -> ValueKind.TEXT;
        };
    }

    /** The kind of a default, as Turtle would read it. */
    private static ValueKind kindOf(String byDefault) {
        if (byDefault.equals("true") || byDefault.equals("false")) {
            return ValueKind.BOOLEAN;
        } else if (byDefault.matches("[+-]?\\d+")) {
            return ValueKind.INTEGER;
        } else if (byDefault.matches("[+-]?\\d*\\.\\d+")) {
            return ValueKind.DECIMAL;
        }
        return byDefault.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d+") ? ValueKind.DOUBLE : ValueKind.TEXT;
    }

    private String time(TemplateText.Use use, String function, String text, ValueKind kind) {
        switch (kind) {
            case INTEGER, DECIMAL, DOUBLE, FLOAT, TEXT -> {
                try {
                    return Hole.time(function, text);
                } catch (IllegalArgumentException e) {
                    throw fail("\"" + ErrorText.name(text) + "\" " + e.getMessage() + ", for " + use.hole(), use, e);
                }
            }
            default ->
                throw fail(use.hole() + " finds " + kind + " and no number; leave " + function + "() out", use, null);
        }
    }

    private @Nullable Value term(TemplateTerm open, String item) {
        try {
            Value term = open.of(values, item);
            budget.characters(characters(term));
            return term;
        } catch (IllegalArgumentException e) {
            throw fail(
                    e.getMessage() + ", for "
                            + open.holes().stream()
                                    .distinct()
                                    .map(hole -> template.uses.get(hole).hole() + finds(values.kinds()[hole]))
                                    .collect(Collectors.joining(" and ")),
                    open.holes().isEmpty()
                            ? null
                            : template.uses.get(open.holes().get(0)),
                    e);
        }
    }

    private static String finds(@Nullable ValueKind kind) {
        return kind == null || kind == ValueKind.TEXT ? "" : ", " + kind;
    }

    private static PayloadException fail(String message, TemplateText.@Nullable Use use, @Nullable Throwable cause) {
        return new PayloadException(
                RefusalReason.UNDECODABLE,
                "by the template: " + message + (use == null ? "" : " (line " + use.line() + " of it)"),
                cause);
    }

    private static int characters(@Nullable Value term) {
        return term == null ? 0 : term.stringValue().length();
    }

    private void checkFit(int place) {
        PayloadException unfit = unfitTerms[place];
        if (unfit != null) {
            throw unfit;
        }
    }

    /** Adds a statement; false if one of its terms is missing. */
    private boolean add(CompiledTemplate.Shape shape) {
        if (hasUnfit) {
            checkFit(shape.subject());
            checkFit(shape.predicate());
            checkFit(shape.object());
            if (shape.graph() != CompiledTemplate.NONE) {
                checkFit(shape.graph());
            }
        }
        Value subject = made[shape.subject()];
        Value predicate = made[shape.predicate()];
        Value object = made[shape.object()];
        Value graph = shape.graph() == CompiledTemplate.NONE ? null : made[shape.graph()];
        if (subject == null
                || predicate == null
                || object == null
                || (graph == null && shape.graph() != CompiledTemplate.NONE)) {
            return false;
        }
        budget.statement();
        several.add(
                graph == null
                        ? STATEMENTS.createStatement((Resource) subject, (IRI) predicate, object)
                        : STATEMENTS.createStatement((Resource) subject, (IRI) predicate, object, (Resource) graph));
        return true;
    }
}
