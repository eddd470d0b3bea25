package dev.velella.jelly.rio;

import java.util.Locale;
import org.eclipse.rdf4j.rio.helpers.AbstractRioSetting;
import org.eclipse.rdf4j.rio.helpers.RioConfigurationException;

/**
 * A Rio setting whose values are the constants of an enum. A value may also be the name of a constant, in upper or
 * lower case.
 */
final class EnumSetting<E extends Enum<E>> extends AbstractRioSetting<E> {
    private static final long serialVersionUID = 1L;

    private final Class<E> type;

    EnumSetting(Class<E> type, String key, String description, E defaultValue) {
        super(key, description, defaultValue);
        this.type = type;
    }

    @Override
    public E convert(String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new RioConfigurationException(getKey() + " has no value " + text, e);
        }
    }
}
