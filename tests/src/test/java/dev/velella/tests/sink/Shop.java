package dev.velella.tests.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.jspecify.annotations.Nullable;

/**
 * A database of four tables with foreign keys that changes at random, its changes as Debezium's events, and what its rows
 * mean, made of the rows and not of the events. Rows that others point to lose these first, as a database would have it.
 */
final class Shop {
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String E = "https://shop.example/";

    /** Templates by topic, each in one line. */
    static final Map<String, String> TEMPLATES = Map.of(
            "shop.customers",
            "@prefix e: <" + E + "> . <" + E
                    + "customer/{/id}> a e:Customer ; e:name \"{/name}\" ; e:mail \"{/mail}\" .",
            "shop.products",
            "@prefix e: <" + E + "> . <" + E
                    + "product/{/id}> a e:Product ; e:price \"{/price}\"^^<http://www.w3.org/2001/XMLSchema#decimal>"
                    + " . {#/tags} <" + E + "product/{^/id}> e:tag \"{.}\" . {end}",
            "shop.orders",
            "@prefix e: <" + E + "> . <" + E + "order/{/id}> a e:Order ; e:by <" + E
                    + "customer/{/customer_id}> . {?/note} <" + E + "order/{/id}> e:note \"{/note}\" . {end}",
            "shop.lines",
            "@prefix e: <" + E + "> . <" + E + "line/{/order_id}/{/line}> e:of <" + E
                    + "order/{/order_id}> ; e:product <" + E + "product/{/product_id}> ; e:count {/count} .");

    /** Where events go. */
    interface Topic {
        void send(String topic, String key, @Nullable String value);
    }

    private record Customer(String name, @Nullable String mail) {}

    private record Product(String price, List<String> tags) {}

    private record Order(int customer, @Nullable String note) {}

    private record LineKey(int order, int line) {}

    private record Line(int product, int count) {}

    private final Random random;
    private final Map<Integer, Customer> customers = new HashMap<>();
    private final Map<Integer, Product> products = new HashMap<>();
    private final Map<Integer, Order> orders = new HashMap<>();
    private final Map<LineKey, Line> lines = new HashMap<>();
    private long clock = 1_700_000_000_000L;
    private int nextKey;
    private int events;

    Shop(Random random) {
        this.random = random;
    }

    int changes() {
        return events;
    }

    int rows() {
        return customers.size() + products.size() + orders.size() + lines.size();
    }

    /** The rows that are there when the connector begins. */
    void snapshot(Topic topic) {
        for (int i = 0; i < 20; i++) {
            put(topic, "r", nextKey++, new Customer(text(), text()));
            put(topic, "r", nextKey++, product());
        }
    }

    /** One change of a row, and those that it brings about. */
    void change(Topic topic) {
        int kind = random.nextInt(100);
        boolean isFull = rows() > 4_000;
        if (kind < 10 && !isFull) {
            put(topic, "c", nextKey++, new Customer(text(), random.nextBoolean() ? null : text()));
        } else if (kind < 18 && !isFull) {
            put(topic, "c", nextKey++, product());
        } else if (kind < 30 && !isFull && !customers.isEmpty()) {
            put(topic, "c", nextKey++, new Order(any(customers), random.nextBoolean() ? null : text()));
        } else if (kind < 45 && !isFull && !orders.isEmpty() && !products.isEmpty()) {
            LineKey key = new LineKey(any(orders), random.nextInt(5));
            put(topic, lines.containsKey(key) ? "u" : "c", key, new Line(any(products), random.nextInt(9)));
        } else if (kind < 60 && !customers.isEmpty()) {
            put(topic, "u", any(customers), new Customer(text(), random.nextBoolean() ? null : text()));
        } else if (kind < 72 && !products.isEmpty()) {
            put(topic, "u", any(products), product());
        } else if (kind < 80 && !orders.isEmpty()) {
            put(topic, "u", any(orders), new Order(any(customers), random.nextBoolean() ? null : text()));
        } else if (kind < 86 && !orders.isEmpty()) {
            deleteOrder(topic, any(orders));
        } else if (kind < 90 && !lines.isEmpty()) {
            delete(topic, any(lines));
        } else if (kind < 93 && customers.size() > 5) {
            int gone = any(customers);
            List.copyOf(orders.keySet()).stream()
                    .filter(order -> orders.get(order).customer() == gone)
                    .forEach(order -> deleteOrder(topic, order));
            delete(topic, gone, customers, "shop.customers");
        } else if (!orders.isEmpty()) {
            changeKey(topic, any(orders));
        }
    }

    /** A new primary key: Debezium sends a delete and a create, and so for the rows that point to it. */
    private void changeKey(Topic topic, int order) {
        Order row = orders.get(order);
        Map<Integer, Line> moved = new HashMap<>();
        for (LineKey key : List.copyOf(lines.keySet())) {
            if (key.order() == order) {
                moved.put(key.line(), lines.get(key));
                delete(topic, key);
            }
        }
        delete(topic, order, orders, "shop.orders");
        int key = nextKey++;
        put(topic, "c", key, row);
        moved.forEach((line, value) -> put(topic, "c", new LineKey(key, line), value));
    }

    private void deleteOrder(Topic topic, int order) {
        for (LineKey key : List.copyOf(lines.keySet())) {
            if (key.order() == order) {
                delete(topic, key);
            }
        }
        delete(topic, order, orders, "shop.orders");
    }

    private Product product() {
        List<String> tags = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            tags.add("tag " + random.nextInt(6));
        }
        return new Product(random.nextInt(100) + ".50", List.copyOf(tags));
    }

    private String text() {
        return List.of("Hütte", "a b", "quote ' here", "1", "").get(random.nextInt(5)) + random.nextInt(50);
    }

    private <K> K any(Map<K, ?> table) {
        int at = random.nextInt(table.size());
        for (K key : table.keySet()) {
            if (at-- == 0) {
                return key;
            }
        }
        throw new IllegalStateException();
    }

    private static String json(@Nullable String text) {
        return text == null ? "null" : "\"" + text + "\"";
    }

    private void put(Topic topic, String op, int id, Customer row) {
        customers.put(id, row);
        event(
                topic,
                "shop.customers",
                op,
                id(id),
                "{\"id\":" + id + ",\"name\":" + json(row.name) + ",\"mail\":" + json(row.mail) + "}");
    }

    private void put(Topic topic, String op, int id, Product row) {
        products.put(id, row);
        event(
                topic,
                "shop.products",
                op,
                id(id),
                "{\"id\":" + id + ",\"price\":" + row.price + ",\"tags\":"
                        + row.tags.stream().map(Shop::json).toList() + "}");
    }

    private void put(Topic topic, String op, int id, Order row) {
        orders.put(id, row);
        event(
                topic,
                "shop.orders",
                op,
                id(id),
                "{\"id\":" + id + ",\"customer_id\":" + row.customer + ",\"note\":" + json(row.note) + "}");
    }

    private void put(Topic topic, String op, LineKey key, Line row) {
        lines.put(key, row);
        event(
                topic,
                "shop.lines",
                op,
                key(key),
                "{\"order_id\":" + key.order + ",\"line\":" + key.line + ",\"product_id\":" + row.product
                        + ",\"count\":" + row.count + "}");
    }

    private static String id(int id) {
        return "{\"id\":" + id + "}";
    }

    private static String key(LineKey key) {
        return "{\"order_id\":" + key.order + ",\"line\":" + key.line + "}";
    }

    private void delete(Topic topic, LineKey key) {
        lines.remove(key);
        event(topic, "shop.lines", "d", key(key), null);
        topic.send("shop.lines", key(key), null);
    }

    private <V> void delete(Topic topic, int id, Map<Integer, V> table, String name) {
        table.remove(id);
        event(topic, name, "d", id(id), null);
        topic.send(name, id(id), null);
    }

    private void event(Topic topic, String table, String op, String key, @Nullable String after) {
        events++;
        // Clocks of databases go back, too.
        long time = ++clock - random.nextInt(100);
        topic.send(
                table,
                key,
                "{\"before\":null,\"after\":" + after + ",\"source\":{\"connector\":\"postgresql\",\"ts_ms\":" + time
                        + "},\"op\":\"" + op + "\",\"ts_ms\":" + clock + "}");
    }

    /** What the rows mean, each in the graph of its stream. */
    Set<Statement> statements() {
        Set<Statement> all = new HashSet<>();
        customers.forEach((id, row) -> {
            IRI customer = iri("customer/" + id);
            String stream = "shop.customers/" + id;
            add(all, stream, customer, RDF.TYPE, iri("Customer"));
            add(all, stream, customer, iri("name"), VALUES.createLiteral(row.name));
            if (row.mail != null) {
                add(all, stream, customer, iri("mail"), VALUES.createLiteral(row.mail));
            }
        });
        products.forEach((id, row) -> {
            IRI product = iri("product/" + id);
            String stream = "shop.products/" + id;
            add(all, stream, product, RDF.TYPE, iri("Product"));
            add(
                    all,
                    stream,
                    product,
                    iri("price"),
                    VALUES.createLiteral(row.price, org.eclipse.rdf4j.model.vocabulary.XSD.DECIMAL));
            row.tags.forEach(tag -> add(all, stream, product, iri("tag"), VALUES.createLiteral(tag)));
        });
        orders.forEach((id, row) -> {
            IRI order = iri("order/" + id);
            String stream = "shop.orders/" + id;
            add(all, stream, order, RDF.TYPE, iri("Order"));
            add(all, stream, order, iri("by"), iri("customer/" + row.customer));
            if (row.note != null) {
                add(all, stream, order, iri("note"), VALUES.createLiteral(row.note));
            }
        });
        lines.forEach((key, row) -> {
            IRI line = iri("line/" + key.order + "/" + key.line);
            String stream = "shop.lines/" + key.order + "/" + key.line;
            add(all, stream, line, iri("of"), iri("order/" + key.order));
            add(all, stream, line, iri("product"), iri("product/" + row.product));
            add(
                    all,
                    stream,
                    line,
                    iri("count"),
                    VALUES.createLiteral(Integer.toString(row.count), org.eclipse.rdf4j.model.vocabulary.XSD.INTEGER));
        });
        return all;
    }

    private static IRI iri(String name) {
        return VALUES.createIRI(E + name);
    }

    private static void add(Set<Statement> all, String stream, IRI subject, IRI predicate, Value object) {
        all.add(VALUES.createStatement(
                subject, predicate, object, VALUES.createIRI("urn:velella:stream:" + stream.replace("/", "%2F"))));
    }
}
