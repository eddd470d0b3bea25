package dev.velella.document.format;

/** Tells the characters that a label of a blank node may hold in N-Triples, Turtle and their relatives. */
public final class LabelCharacters {
    private LabelCharacters() {}

    /** Whether a UTF-16 character may stand in a label, after the label's first character. */
    public static boolean continues(char[] text, int index) {
        char c = text[index];
        if (c < 0x80) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_-.:".indexOf(c) >= 0;
        }
        return isExtender(c) || Character.isSurrogate(c) || isLetter(c);
    }

    /**
     * Characters of production PN_CHARS that are neither ASCII nor letters. They may stand after the first character.
     */
    public static boolean isExtender(int c) {
        return c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040;
    }

    /** Production PN_CHARS_BASE of N-Triples, beyond ASCII. */
    public static boolean isLetter(int c) {
        return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7)
                || (c >= 0x370 && c <= 0x1FFF && c != 0x37E)
                || c == 0x200C
                || c == 0x200D
                || (c >= 0x2070 && c <= 0x218F)
                || (c >= 0x2C00 && c <= 0x2FEF)
                || (c >= 0x3001 && c <= 0xD7FF)
                || (c >= 0xF900 && c <= 0xFDCF)
                || (c >= 0xFDF0 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0xEFFFF);
    }
}
