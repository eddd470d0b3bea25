package org.eclipse.rdf4j.sail.lmdb;

import java.lang.reflect.Field;

/** A private field of a class of RDF4J. */
final class PrivateField {
    private final Field field;

    private PrivateField(Field field) {
        this.field = field;
    }

    /** @throws IllegalStateException if the class has no such field */
    static PrivateField of(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return new PrivateField(field);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this version of RDF4J has no field " + name + " in " + owner, e);
        }
    }

    /** The value, of a field that is never null. */
    Object read(Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    void write(Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
