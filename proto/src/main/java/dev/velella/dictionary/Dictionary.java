package dev.velella.dictionary;

import dev.velella.jelly.JellyFrames;
import dev.velella.rdf.ElementKind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A dictionary: a Jelly frame with options and entries, on which records build. Its name comes from its bytes, so equal
 * dictionaries of different writers have the same name, and a forged one has another. Immutable and thread-safe.
 */
public final class Dictionary {
    private final ElementKind kind;
    private final byte[] frame;
    private final byte[] digest;

    private Dictionary(ElementKind kind, byte[] frame, byte[] digest) {
        this.kind = kind;
        this.frame = frame;
        this.digest = digest;
    }

    /**
     * A dictionary of these bytes. They are not decoded here: {@link dev.velella.jelly.JellyDecoder#readDictionary}
     * checks them.
     *
     * @param frame must not be changed afterwards
     * @throws dev.velella.jelly.format.MalformedJellyException if the frame does not begin with options
     */
    public static Dictionary of(byte[] frame) {
        return new Dictionary(JellyFrames.kindOf(frame), frame, digest(frame));
    }

    /** SHA-256 of the bytes of a frame: 32 bytes. */
    public static byte[] digest(byte[] frame) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(frame);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The name in a digest: its first 6 bytes. */
    public static long nameOf(byte[] digest) {
        return ByteBuffer.wrap(digest).getLong() >>> 16;
    }

    /** A name as text, in messages: 12 hexadecimal digits. */
    public static String text(long name) {
        return HexFormat.of().toHexDigits(name, 12);
    }

    /** Kind of the elements whose records can build on this dictionary. */
    public ElementKind kind() {
        return kind;
    }

    /** The name, by which records refer to this dictionary: from 0 to 2^48 - 1. */
    public long name() {
        return nameOf(digest);
    }

    /** SHA-256 of the frame: 32 bytes, a copy. */
    public byte[] digest() {
        return digest.clone();
    }

    /** The bytes of the frame; must not be changed. */
    public byte[] frame() {
        return frame;
    }

    /** Number of bytes of the frame. */
    public int size() {
        return frame.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Dictionary that && MessageDigest.isEqual(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(name());
    }

    @Override
    public String toString() {
        return "dictionary " + text(name()) + " of " + frame.length + " bytes";
    }
}
