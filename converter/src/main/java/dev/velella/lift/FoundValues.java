package dev.velella.lift;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that a {@link PointerSet} has found in one record or item. Each pointer has a text and its kind, and each block
 * has the values of its items. Belongs to the thread that reads the value; not changed after that.
 */
public final class FoundValues {
    private final @Nullable String[] texts;
    private final @Nullable ValueKind[] kinds;

    /** The items of each block; null if the block's array is missing. */
    private final @Nullable List<FoundValues>[] items;

    private @Nullable String other;
    private boolean isAsked;
    private String name = "";

    @SuppressWarnings({"unchecked", "rawtypes"}) // no array of a generic type can be made
    FoundValues(int pointers, int blocks) {
        texts = new @Nullable String[pointers];
        kinds = new @Nullable ValueKind[pointers];
        items = new @Nullable List[blocks];
    }

    void set(int pointer, ValueKind kind, String text) {
        kinds[pointer] = kind;
        texts[pointer] = text;
    }

    FoundValues addItem(int block, FoundValues item) {
        List<FoundValues> all = items[block];
        if (all == null) {
            all = new ArrayList<>();
            items[block] = all;
        }
        all.add(item);
        return item;
    }

    /** Notes that the value has something that the template asks for: a value, a null, or the array of a block. */
    void setAsked() {
        isAsked = true;
    }

    /** Whether the value has something that the template asks for: a value, a null, or the array of a block. */
    boolean isAsked() {
        return isAsked;
    }

    /** Names the item by the member whose value it is. */
    FoundValues named(String member) {
        name = member;
        return this;
    }

    /** The member whose value the item is; empty if it is none. */
    String name() {
        return name;
    }

    /** Notes that the object has a member to which no pointer leads. */
    void setOther(String member) {
        other = member;
    }

    /** A member of the object to which no pointer leads; null if there is none. */
    @Nullable
    String other() {
        return other;
    }

    /** The text of a scalar; empty for an object or array; null if there is no value, or null. */
    public @Nullable String text(int pointer) {
        return texts[pointer];
    }

    /** The kind of the value; null if there is none. */
    @Nullable
    ValueKind kind(int pointer) {
        return kinds[pointer];
    }

    /** The items of a block, in their order. */
    List<FoundValues> items(int block) {
        List<FoundValues> all = items[block];
        return all == null ? List.of() : all;
    }
}
