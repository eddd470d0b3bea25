package org.eclipse.rdf4j.sail.lmdb;

import java.lang.reflect.Field;

/** Private fields of RDF4J 5.2. Another version may lack a field; then the store is not opened. */
final class PrivateFields {
    private PrivateFields() {}

    /** @throws IllegalStateException if the class has no such field */
    static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this version of RDF4J has no field " + name + " in " + owner, e);
        }
    }

    /** The value of a field that is never null. */
    static Object read(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets a field that holds a number. */
    static void write(Field field, Object owner, long value) {
        try {
            field.setLong(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
