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
 * A struct that carries the element it shows. Its fields are empty at first. The first read of a field fills all
 * fields, once, from the carried element. If somebody puts a field, the struct drops the carried element, because the
 * fields then differ from it.
 *
 * <p>Not thread-safe, like every struct.
 */
final class CarryingStruct extends Struct {
    /** The carried element; null after somebody has put a field. */
    private @Nullable StreamElement carried;

    /** Whether the fields were filled from {@link #carried}. Somebody may have changed them since. */
    private boolean filled;

    private boolean filling;

    /** The reason why the fields must not be read; null if they may be read. */
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
     * From now on a read of a field is a {@link DataException} with this message. The same holds for the struct's text,
     * which StringConverter would write. The carried element can still be read.
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

    /**
     * Compares the carried elements, which needs no fields. A struct whose element was dropped equals only other
     * structs without an element.
     */
    @Override
    public boolean equals(Object o) {
        if (!(o instanceof CarryingStruct other) || (carried == null) != (other.carried == null)) {
            return false;
        }
        return carried == null ? super.equals(o) : carried.equals(other.carried);
    }

    /** Hash of the carried element. Under exactly-once, Connect puts records into hash maps. */
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
