package dev.velella.view;

import dev.velella.view.answer.Evaluation;
import dev.velella.view.answer.ViewAnswer;
import dev.velella.view.data.StreamData;
import dev.velella.view.data.Touch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the views of a set. Keeps no state of streams: an answer follows from its arguments alone. Not thread-safe.
 */
public final class ViewEngine {
    private static final BitSet NONE = new BitSet();

    private final ViewSet set;
    private final @Nullable Evaluation[] evaluations;

    /** Views that any change touches. */
    private final BitSet always = new BitSet();

    /** Views that time alone can change. */
    private final BitSet timed = new BitSet();

    private final Map<Value, BitSet> byPredicate = new HashMap<>();
    private final Map<Value, BitSet> byClass = new HashMap<>();
    private final Map<Value, BitSet> byNode = new HashMap<>();

    ViewEngine(ViewSet set) {
        this.set = set;
        evaluations = new Evaluation[set.views().size()];
        for (View view : set.views()) {
            Touch touch = view.compiled().touch();
            if (touch.isAll() || view.readsNow()) {
                always.set(view.place());
            }
            if (view.readsNow()) {
                timed.set(view.place());
            }
            touch.predicates().forEach(each -> set(byPredicate, each, view));
            touch.classes().forEach(each -> set(byClass, each, view));
            touch.nodes().forEach(each -> set(byNode, each, view));
        }
    }

    private static void set(Map<Value, BitSet> index, Value term, View view) {
        index.computeIfAbsent(term, none -> new BitSet()).set(view.place());
    }

    /**
     * The views whose answers a change can change, in the order of their definitions. For a stream that a view has not
     * answered yet, it has to be asked whatever the change is.
     */
    public List<View> touched(Collection<Statement> deletes, Collection<Statement> adds) {
        BitSet touched = (BitSet) (deletes.isEmpty() && adds.isEmpty() ? timed : always).clone();
        collect(touched, deletes);
        collect(touched, adds);
        List<View> views = new ArrayList<>(touched.cardinality());
        for (int place = touched.nextSetBit(0); place >= 0; place = touched.nextSetBit(place + 1)) {
            views.add(set.views().get(place));
        }
        return views;
    }

    private void collect(BitSet touched, Collection<Statement> statements) {
        for (Statement each : statements) {
            touched.or(byPredicate.getOrDefault(each.getPredicate(), NONE));
            if (!byClass.isEmpty() && RDF.TYPE.equals(each.getPredicate())) {
                touched.or(byClass.getOrDefault(each.getObject(), NONE));
            }
            if (!byNode.isEmpty()) {
                touched.or(byNode.getOrDefault(each.getSubject(), NONE));
                touched.or(byNode.getOrDefault(each.getObject(), NONE));
            }
        }
    }

    /**
     * The answer of a view.
     *
     * @param stream the whole graph of the stream
     * @param nowMs the event time, in ms since 1970: what {@code NOW()} is
     * @param previous the graph of the last answer for this stream; only read if {@link View#readsPrevious}
     * @throws dev.velella.view.answer.AnswerFailedException if there is no answer
     * @throws IllegalArgumentException if the view is of another set
     */
    public ViewAnswer answer(View view, StreamData stream, long nowMs, List<Statement> previous) {
        if (view.place() >= set.views().size() || set.views().get(view.place()) != view) {
            throw new IllegalArgumentException("the view " + view + " is not in the set of epoch " + set.epoch());
        }
        Evaluation evaluation = evaluations[view.place()];
        if (evaluation == null) {
            evaluation = view.compiled().newEvaluation();
            evaluations[view.place()] = evaluation;
        }
        return evaluation.answer(stream, nowMs, previous);
    }
}
