package dev.velella.grpc.protocol;

import com.google.protobuf.ByteString;
import dev.velella.jelly.proto.v1.RdfStreamFrame;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes and reads what Velella puts into the metadata of frames, see {@link CallMetadata}. Stateless. */
public final class FrameExtras {
    private FrameExtras() {}

    /**
     * A frame with more metadata. In Protocol Buffers, messages one behind the other are one message.
     *
     * @param metadata of several entries of one name the last counts, so these win against those of the frame
     */
    public static byte[] append(byte[] frame, Map<String, byte[]> metadata) {
        RdfStreamFrame.Builder extras = RdfStreamFrame.newBuilder();
        metadata.forEach((name, value) -> extras.putMetadata(name, ByteString.copyFrom(value)));
        return join(frame, extras.build().toByteArray());
    }

    /** Two frames as one: the rows of the first, then those of the second. */
    public static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /**
     * A whole number in the metadata of a frame; null if there is none.
     *
     * @throws IllegalArgumentException if it is no decimal number from 0 to 10^18 - 1
     */
    public static @Nullable Long number(Map<String, byte[]> metadata, String name) {
        byte[] value = metadata.get(name);
        if (value == null) {
            return null;
        }
        String text = new String(value, StandardCharsets.US_ASCII);
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("metadata " + name + " must be a decimal number");
        }
        return Long.valueOf(text);
    }

    /** Text as the value of an entry of metadata. */
    public static byte[] text(Object value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }
}
