package org.eclipse.rdf4j.sail.base;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** A private field of a class of RDF4J. Immutable. */
public final class PrivateField {
    private final Field field;

    private PrivateField(Field field) {
        this.field = field;
    }

    /**
     * The field of a class, or of the nearest class that it extends.
     *
     * @throws IllegalStateException if there is no such field
     */
    public static PrivateField of(Class<?> owner, String name) {
        for (@Nullable Class<?> known = owner; known != null; known = known.getSuperclass()) {
            try {
                Field field = known.getDeclaredField(name);
                field.setAccessible(true);
                return new PrivateField(field);
            } catch (NoSuchFieldException e) {
                // it may be in the class above
            }
        }
        throw new IllegalStateException("this version of RDF4J has no field " + name + " in " + owner);
    }

    /** The value, of a field that is never null. */
    public Object read(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets the value. */
    public void write(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
