package dev.velella.topic;

/** A fact about the records of a partition that is a problem, or may be one. */
public sealed interface Finding {
    /** Number of the partition. */
    int partition();

    /** Offset of the record that shows the fact. */
    long offset();

    /** One sentence without the place. */
    String message();

    /** A record that cannot be decoded. */
    record Undecoded(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "cannot be decoded: " + reason;
        }
    }

    /** A record that cannot be decoded because its key frame is below the start of the log. */
    record Truncated(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "cannot be decoded, because its key frame is before the start of the log: " + reason;
        }
    }

    /**
     * Records that a stream's writer wrote and that are not in the topic.
     *
     * @param offset offset of the record whose number shows the loss
     * @param stream name of the stream
     * @param count number of lost records
     * @param after offset of the last record of the stream that was decoded before; -1 if there is none
     */
    record Lost(int partition, long offset, String stream, long count, long after) implements Finding {
        @Override
        public String message() {
            return count + (count == 1 ? " record" : " records") + " of stream " + stream + " lost "
                    + (after < 0 ? "before this record" : "between offset " + after + " and this record");
        }
    }

    /**
     * A key frame whose header does not link to the previous record of its stream. One of the two records comes from
     * another writer.
     *
     * @param after offset of the previous record
     */
    record WrongLink(int partition, long offset, String stream, long after) implements Finding {
        @Override
        public String message() {
            return "does not continue the record at offset " + after + " of stream " + stream
                    + ": one of the two records was not written by the stream's writer";
        }
    }

    /**
     * Reading begins at the start of a log that began earlier.
     *
     * @param offset offset of the first record of the log
     */
    record Trimmed(int partition, long offset) implements Finding {
        @Override
        public String message() {
            return "the log begins here: the records before this offset were deleted";
        }
    }

    /** Records that were deleted before they could be read, up to this offset. */
    record Deleted(int partition, long offset, long from) implements Finding {
        @Override
        public String message() {
            return "the records from offset " + from + " up to this offset were deleted before they were read";
        }
    }

    /** A patch that does not follow the previous patch of the same key. */
    record BrokenChain(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "the chain of patches is broken: " + reason;
        }
    }
}
