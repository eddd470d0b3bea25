package dev.velella.lift;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.velella.letter.RefusalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads JSON from unknown senders: one value in UTF-8, within limits, and without duplicate names in an object. */
public final class JsonText {
    /** Deepest nesting that is accepted. */
    private static final int MAX_NESTING = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(1000)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES) // unknown senders choose the names
            .build();

    private JsonText() {}

    /** Reads a value from its first token, which is the current one, up to its last token. */
    public interface Reading<T> {
        T read(JsonParser parser) throws IOException;
    }

    /**
     * Reads the one value of a text.
     *
     * @throws PayloadException if there is no value or more than one, or if an object has a name twice
     */
    public static <T> T read(byte[] json, Reading<T> reading) {
        try (JsonParser parser = parser(json)) {
            if (parser.nextToken() == null) {
                throw new PayloadException(RefusalReason.UNDECODABLE, "not JSON: it is empty");
            }
            T value = reading.read(parser);
            if (parser.nextToken() != null) {
                throw new PayloadException(RefusalReason.UNDECODABLE, "not JSON: more text follows the value");
            }
            return value;
        } catch (CharacterCodingException e) {
            throw new PayloadException(RefusalReason.UNDECODABLE, "not JSON: not UTF-8", e);
        } catch (StreamConstraintsException e) {
            throw new PayloadException(RefusalReason.TOO_LARGE, "JSON beyond the limits: " + e.getOriginalMessage(), e);
        } catch (JsonParseException e) {
            throw new PayloadException(
                    RefusalReason.UNDECODABLE,
                    "not JSON: line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + plain(e.getOriginalMessage()),
                    e);
        } catch (IOException e) {
            throw new PayloadException(RefusalReason.UNDECODABLE, "not JSON: " + e.getMessage(), e);
        }
    }

    /** The library's words without those about its own settings. */
    public static String plain(String reason) {
        return reason.replaceFirst("Non-standard token '([^']*)': enable .*", "$1 is no value of JSON")
                .replaceFirst("Duplicate field '(.*)'", "the key \"$1\" twice in an object")
                .replaceAll(":? *\\(?(maybe a \\(non-standard\\) comment|not recognized as one|enable `).*", "");
    }

    private static JsonParser parser(byte[] json) throws IOException {
        for (byte b : json) {
            if (b <= 0) {
                return JSON.createParser(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(json))
                        .toString());
            }
        }
        return JSON.createParser(json); // ASCII, and without a zero the parser takes it for nothing else
    }
}
