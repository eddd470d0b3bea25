package dev.velella.converter.struct;

import dev.velella.rdf.StreamElement;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * A struct that carries the value it shows. Its fields are empty until one is read, then filled once from the carried
 * value. As soon as somebody puts a field the carried value is dropped, because the fields then say something else.
 *
 * <p>Not thread-safe, like every struct.
 */
final class CarryingStruct extends Struct {
    /** Null once a field was put from outside. */
    private @Nullable StreamElement carried;

    /** Fields hold what {@link #carried} holds, or more recent values. */
    private boolean filled;

    private boolean filling;

    /** Why its fields must not be read; null where they may. */
    private @Nullable String refusal;

    CarryingStruct(Schema schema, StreamElement carried) {
        super(schema);
        this.carried = carried;
    }

    /** The element that a struct of this class (of this class loader) carries; null for any other struct. */
    static @Nullable StreamElement carried(Object struct) {
        return struct instanceof CarryingStruct own ? own.carried : null;
    }

    /**
     * From now on a read of its fields is an error with this message, and so is its text, which StringConverter would
     * write; the carried value can still be had.
     */
    void refuseFields(String message) {
        refusal = message;
    }

    private void fill() {
        if (refusal != null) {
            throw new DataException(refusal);
        }
        if (!filled && !filling && carried != null) {
            filling = true;
            try {
                StructFields.fill(carried, this);
                filled = true;
            } finally {
                filling = false;
            }
        }
    }

    @Override
    public Struct put(Field field, Object value) {
        fill();
        if (!filling) {
            carried = null;
        }
        return super.put(field, value);
    }

    @Override
    public Struct put(String fieldName, Object value) {
        fill();
        if (!filling) {
            carried = null;
        }
        return super.put(fieldName, value);
    }

    @Override
    public Object get(Field field) {
        fill();
        return super.get(field);
    }

    @Override
    public Object get(String fieldName) {
        fill();
        return super.get(fieldName);
    }

    @Override
    public Object getWithoutDefault(String fieldName) {
        fill();
        return super.getWithoutDefault(fieldName);
    }

    @Override
    public String getString(String fieldName) {
        fill();
        return super.getString(fieldName);
    }

    @Override
    public <E> List<E> getArray(String fieldName) {
        fill();
        return super.getArray(fieldName);
    }

    @Override
    public <K, V> Map<K, V> getMap(String fieldName) {
        fill();
        return super.getMap(fieldName);
    }

    @Override
    public Struct getStruct(String fieldName) {
        fill();
        return super.getStruct(fieldName);
    }

    @Override
    public void validate() {
        fill();
        super.validate();
    }

    /** By the carried values, which costs no fields; a struct whose value was dropped equals only such structs. */
    @Override
    public boolean equals(Object o) {
        if (!(o instanceof CarryingStruct other) || (carried == null) != (other.carried == null)) {
            return false;
        }
        return carried == null ? super.equals(o) : carried.equals(other.carried);
    }

    /** Of the carried value: Connect puts records under exactly-once into hash maps. */
    @Override
    public int hashCode() {
        return carried == null ? super.hashCode() : carried.hashCode();
    }

    @Override
    public String toString() {
        fill();
        return super.toString();
    }
}
