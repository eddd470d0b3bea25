package dev.velella.sink.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.eclipse.rdf4j.collection.factory.api.BindingSetKey;
import org.eclipse.rdf4j.collection.factory.impl.DefaultCollectionFactory;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.MutableBindingSet;

/**
 * Makes the collections on the heap in which operators keep rows and values. Every entry is counted until the factory
 * is closed. Only the methods with which RDF4J 5.2 adds entries count them in the budget.
 */
@SuppressWarnings("serial") // nobody serializes these collections
final class KeptCollections extends DefaultCollectionFactory {
    /** Rough size of an entry, a row or a value with its place in a collection, in values. */
    private static final int ENTRY_VALUES = 2;

    private final KeptRows kept;

    KeptCollections(QueryBudget budget) {
        this.kept = new KeptRows(budget, ENTRY_VALUES);
    }

    @Override
    public <T> List<T> createList() {
        return new ArrayList<>() {
            @Override
            public boolean add(T entry) {
                kept.add();
                return super.add(entry);
            }
        };
    }

    @Override
    public List<Value> createValueList() {
        return createList();
    }

    @Override
    public <T> Set<T> createSet() {
        return new HashSet<>() {
            @Override
            public boolean add(T entry) {
                boolean added = super.add(entry);
                if (added) {
                    kept.add();
                }
                return added;
            }
        };
    }

    @Override
    public Set<Value> createValueSet() {
        return createSet();
    }

    @Override
    public Set<BindingSet> createSetOfBindingSets(
            Supplier<MutableBindingSet> create,
            Function<String, Predicate<BindingSet>> has,
            Function<String, Function<BindingSet, Value>> get,
            Function<String, BiConsumer<Value, MutableBindingSet>> set) {
        return createSet();
    }

    @Override
    public <K, V> Map<K, V> createMap() {
        return new HashMap<>() {
            @Override
            public V put(K key, V value) {
                kept.add();
                return super.put(key, value);
            }

            @Override
            public V computeIfAbsent(K key, Function<? super K, ? extends V> made) {
                if (!containsKey(key)) {
                    kept.add();
                }
                return super.computeIfAbsent(key, made);
            }
        };
    }

    @Override
    public <V> Map<Value, V> createValueKeyedMap() {
        return createMap();
    }

    @Override
    public <T> Queue<T> createQueue() {
        return new ArrayDeque<>() {
            @Override
            public boolean add(T entry) {
                kept.add();
                return super.add(entry);
            }

            @Override
            public boolean offer(T entry) {
                kept.add();
                return super.offer(entry);
            }
        };
    }

    @Override
    public Queue<Value> createValueQueue() {
        return createQueue();
    }

    @Override
    public <E> Map<BindingSetKey, E> createGroupByMap() {
        return new LinkedHashMap<>() {
            @Override
            public E put(BindingSetKey key, E value) {
                kept.add();
                return super.put(key, value);
            }

            @Override
            public E computeIfAbsent(BindingSetKey key, Function<? super BindingSetKey, ? extends E> made) {
                if (!containsKey(key)) {
                    kept.add();
                }
                return super.computeIfAbsent(key, made);
            }
        };
    }

    @Override
    public void close() {
        kept.clear();
        super.close();
    }
}
