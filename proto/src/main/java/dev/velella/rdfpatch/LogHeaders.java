package dev.velella.rdfpatch;

import dev.velella.rdf.PatchOperation;
import dev.velella.rdf.RdfPatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The headers by which the patches of an RDF Patch log form a chain: {@code H id} names the patch, {@code H prev} the one
 * before it. Ids that are UUIDs are compared as such, in whatever form they are written ({@code <uuid:…>},
 * {@code <urn:uuid:…>}, {@code "id:…"}, {@code "…"}); other ids as text. Immutable.
 *
 * @param id UUID in lower case, or the text of another id
 * @param prev id of the patch before; null for the first patch of a log
 */
public record LogHeaders(String id, @Nullable String prev) {
    private static final String ID = "id";
    private static final String PREV = "prev";
    private static final String NIL = "00000000-0000-0000-0000-000000000000";
    private static final Pattern UUID_FORM = Pattern.compile(
            "(?:urn:uuid:|uuid:|id:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|nil)", Pattern.CASE_INSENSITIVE);
    private static final Pattern UUID_ALONE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Checks that there is an id. */
    public LogHeaders {
        Objects.requireNonNull(id, "id");
    }

    /**
     * The headers of a patch.
     *
     * @throws IllegalArgumentException if it has no id, several ids, or several previous ones
     */
    public static LogHeaders of(RdfPatch patch) {
        String id = one(patch, ID);
        if (id == null) {
            throw new IllegalArgumentException("the patch has no header row 'H id', so it is no patch of a log");
        }
        return new LogHeaders(id, one(patch, PREV));
    }

    /** The id of a patch; null if it has none, or several. */
    public static @Nullable String idOf(RdfPatch patch) {
        return oneOrNull(patch, ID);
    }

    /** The id of the patch before a patch; null if it names none, or several. */
    public static @Nullable String previousOf(RdfPatch patch) {
        return oneOrNull(patch, PREV);
    }

    private static @Nullable String oneOrNull(RdfPatch patch, String key) {
        try {
            return one(patch, key);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable String one(RdfPatch patch, String key) {
        String found = null;
        boolean isFound = false;
        for (PatchOperation row : patch.operations()) {
            if (row instanceof PatchOperation.Header header && header.key().equals(key)) {
                if (isFound) {
                    throw new IllegalArgumentException("the patch has several header rows 'H " + key + "'");
                }
                isFound = true;
                found = id(header.value().stringValue());
            }
        }
        return found;
    }

    /** The id that a text means; null for the id that stands for none. */
    public static @Nullable String id(String text) {
        Matcher uuid = UUID_FORM.matcher(text);
        String id = uuid.matches() ? uuid.group(1).toLowerCase(Locale.ROOT) : text;
        return id.isEmpty() || id.equals("nil") || id.equals(NIL) ? null : id;
    }

    /** A patch with these headers in place of its own; they stand before all other rows. */
    public RdfPatch on(RdfPatch patch) {
        List<PatchOperation> rows = new ArrayList<>(patch.rowCount() + 2);
        rows.add(new PatchOperation.Header(ID, value(id)));
        if (prev != null) {
            rows.add(new PatchOperation.Header(PREV, value(prev)));
        }
        for (PatchOperation row : patch.operations()) {
            boolean isReplaced = row instanceof PatchOperation.Header header
                    && (header.key().equals(ID) || header.key().equals(PREV));
            if (!isReplaced) {
                rows.add(row);
            }
        }
        return new RdfPatch(rows);
    }

    private static Value value(String id) {
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        if (UUID_ALONE.matcher(id).matches()) {
            return values.createIRI("uuid:" + id);
        }
        try {
            return values.createIRI(id);
        } catch (IllegalArgumentException e) {
            return values.createLiteral(id); // it was a literal before
        }
    }
}
