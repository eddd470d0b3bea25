package dev.velella.document;

import dev.velella.document.budget.MalformedDocumentException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Documents as Connect hands them over: text, or bytes. A text is decoded already, so what its XML declaration says of
 * an encoding is not true any more; a byte order mark, which outdoes the declaration, stands before its bytes.
 * Stateless.
 */
public final class DocumentBytes {
    private DocumentBytes() {}

    /**
     * The bytes of text, an array or a buffer; null for another value.
     *
     * @throws MalformedDocumentException if a text holds half a surrogate pair
     */
    public static byte @Nullable [] of(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        } else if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        } else if (value instanceof String text) {
            try {
                String marked = text.startsWith("<?xml") ? '\uFEFF' + text : text;
                ByteBuffer buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(marked));
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                return bytes;
            } catch (CharacterCodingException e) {
                throw new MalformedDocumentException(
                        0, 0, "the text holds half a surrogate pair, which is no character", e);
            }
        }
        return null;
    }
}
