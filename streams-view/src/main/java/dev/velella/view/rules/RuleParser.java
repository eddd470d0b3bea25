package dev.velella.view.rules;

import dev.velella.view.definition.Refusal;
import dev.velella.view.definition.ViewRefusedException;
import dev.velella.view.rules.Rule.Assignment;
import dev.velella.view.rules.Rule.Condition;
import dev.velella.view.rules.Rule.Element;
import dev.velella.view.rules.Rule.Negation;
import dev.velella.view.rules.Rule.Term;
import dev.velella.view.rules.Rule.Triple;
import dev.velella.view.sparql.QueryChecks;
import dev.velella.view.sparql.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.query.MalformedQueryException;
import org.eclipse.rdf4j.query.algebra.Exists;
import org.eclipse.rdf4j.query.algebra.Extension;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.Filter;
import org.eclipse.rdf4j.query.algebra.Join;
import org.eclipse.rdf4j.query.algebra.Not;
import org.eclipse.rdf4j.query.algebra.QueryRoot;
import org.eclipse.rdf4j.query.algebra.SingletonSet;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.SubQueryValueOperator;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.query.parser.sparql.SPARQLParser;
import org.jspecify.annotations.Nullable;

/** Makes a rule of its query, and checks that each variable has a value where it is read. Used for one rule. */
final class RuleParser {
    private final String view;
    private final int number;
    private final int line;
    private final List<String> names = new ArrayList<>();
    private boolean readsNow;

    private RuleParser(String view, int number, int line) {
        this.view = view;
        this.number = number;
        this.line = line;
    }

    /** The rules of a text, and whether one of them reads the time. */
    record Parsed(List<Rule> rules, List<Rule> data, boolean readsNow) {}

    /** @throws ViewRefusedException with the line of the mistake */
    static Parsed parse(String view, String text) {
        List<Rule> rules = new ArrayList<>();
        List<Rule> data = new ArrayList<>();
        boolean readsNow = false;
        for (RuleText.Source source : RuleText.read(view, text)) {
            RuleParser parser = new RuleParser(view, rules.size() + data.size(), source.place());
            (source.isData() ? data : rules).add(parser.rule(source.query()));
            readsNow |= parser.readsNow;
        }
        return new Parsed(List.copyOf(rules), List.copyOf(data), readsNow);
    }

    private ViewRefusedException refused(Refusal reason, String why) {
        return new ViewRefusedException(reason, view, "rules, line " + line, why);
    }

    private Rule rule(String query) {
        Template template;
        try {
            TupleExpr parsed = new SPARQLParser().parseQuery(query, null).getTupleExpr();
            template = Template.of(view, parsed);
        } catch (MalformedQueryException e) {
            throw refused(
                    Refusal.SYNTAX,
                    "the rule cannot be read: "
                            + String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " "));
        }
        TupleExpr pattern = new QueryRoot(template.pattern());
        QueryChecks checks = new QueryChecks(view);
        pattern.visit(checks);
        readsNow = checks.readsNow();
        List<Element> body = new ArrayList<>();
        Map<String, Integer> known = new LinkedHashMap<>();
        elements(((QueryRoot) pattern).getArg(), known, body);
        List<Triple> head = new ArrayList<>();
        for (Template.Triple each : template.triples()) {
            head.add(new Triple(
                    made(each.subject(), known), made(each.predicate(), known), made(each.object(), known), false));
        }
        return new Rule(number, line, List.copyOf(head), List.copyOf(body), List.copyOf(names), template.nodes());
    }

    private Term made(Template.Term term, Map<String, Integer> known) {
        if (term.variable() == null) {
            return new Term(term.constant(), -1, term.node());
        }
        Integer slot = known.get(term.variable());
        if (slot == null) {
            throw refused(Refusal.UNSAFE_RULE, "the body gives ?" + term.variable() + " of the head no value");
        }
        return new Term(null, slot, -1);
    }

    private void elements(TupleExpr node, Map<String, Integer> known, List<Element> into) {
        if (node instanceof Join join) {
            elements(join.getLeftArg(), known, into);
            elements(join.getRightArg(), known, into);
        } else if (node instanceof StatementPattern pattern) {
            into.add(new Triple(
                    term(pattern.getSubjectVar(), known),
                    term(pattern.getPredicateVar(), known),
                    term(pattern.getObjectVar(), known),
                    isOfData(pattern.getContextVar())));
        } else if (node instanceof Filter filter) {
            elements(filter.getArg(), known, into);
            condition(filter.getCondition(), known, into);
        } else if (node instanceof Extension extension) {
            elements(extension.getArg(), known, into);
            for (ExtensionElem each : extension.getElements()) {
                Map<String, Integer> read = read(each.getExpr(), known);
                if (known.containsKey(each.getName())) {
                    throw refused(Refusal.UNSAFE_RULE, "SET gives ?" + each.getName() + " a second value");
                }
                into.add(new Assignment(slot(each.getName(), known), each.getExpr(), read));
            }
        } else if (!(node instanceof SingletonSet)) {
            throw refused(
                    Refusal.UNSUPPORTED,
                    "a rule has triples, FILTER, NOT and SET only, no "
                            + node.getClass().getSimpleName());
        }
    }

    private void condition(ValueExpr condition, Map<String, Integer> known, List<Element> into) {
        if (condition instanceof Not not && not.getArg() instanceof Exists exists) {
            List<Element> inner = new ArrayList<>();
            elements(exists.getSubQuery(), new HashMap<>(known), inner); // its own variables end with it
            into.add(new Negation(List.copyOf(inner)));
        } else {
            into.add(new Condition(condition, read(condition, known)));
        }
    }

    private boolean isOfData(@Nullable Var graph) {
        if (graph == null) {
            return false;
        }
        if (graph.getValue() == null || !graph.getValue().stringValue().equals(RuleText.DATA)) {
            throw refused(Refusal.UNSUPPORTED, "a rule has triples, FILTER, NOT and SET only, no GRAPH");
        }
        return true;
    }

    private Term term(Var variable, Map<String, Integer> known) {
        return variable.hasValue()
                ? new Term(variable.getValue(), -1, -1)
                : new Term(null, slot(variable.getName(), known), -1);
    }

    private int slot(String name, Map<String, Integer> known) {
        return known.computeIfAbsent(name, none -> {
            names.add(name);
            return names.size() - 1;
        });
    }

    private Map<String, Integer> read(ValueExpr expression, Map<String, Integer> known) {
        Set<String> read = new HashSet<>();
        expression.visit(new AbstractQueryModelVisitor<RuntimeException>() {
            @Override
            public void meet(Var variable) {
                if (!variable.hasValue()) {
                    read.add(variable.getName());
                }
            }

            @Override
            protected void meetSubQueryValueOperator(SubQueryValueOperator node) {
                throw refused(Refusal.UNSUPPORTED, "a rule has no EXISTS; write triples, or NOT");
            }
        });
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (String name : read) {
            Integer slot = known.get(name);
            if (slot == null) {
                throw refused(Refusal.UNSAFE_RULE, "?" + name + " is read before a triple gives it a value");
            }
            slots.put(name, slot);
        }
        return Map.copyOf(slots);
    }
}
