package dev.velella.topic;

/** Something about the records of a partition that is not as it should be, or may not be. */
public sealed interface Finding {
    /** Number of the partition. */
    int partition();

    /** Offset of the record at which it shows. */
    long offset();

    /** One sentence without the place. */
    String message();

    /** A record that gives no data. */
    record Undecoded(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "cannot be decoded: " + reason;
        }
    }

    /** A record that gives no data because its key frame is below the start of the log. */
    record Truncated(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "cannot be decoded, its key frame is below the start of the log: " + reason;
        }
    }

    /**
     * Records that a stream's writer wrote and that are not in the topic.
     *
     * @param offset of the record whose number shows it
     * @param stream name of the stream
     * @param count number of records
     * @param after offset of the last record of the stream that was decoded before; -1 if there is none
     */
    record Lost(int partition, long offset, String stream, long count, long after) implements Finding {
        @Override
        public String message() {
            return count + (count == 1 ? " record" : " records") + " of stream " + stream + " lost "
                    + (after < 0 ? "before this one" : "between offset " + after + " and this one");
        }
    }

    /**
     * A key frame whose header does not link to the record before it in its stream: one of the two is not the writer's.
     *
     * @param after offset of the record before
     */
    record WrongLink(int partition, long offset, String stream, long after) implements Finding {
        @Override
        public String message() {
            return "does not continue what is at offset " + after + " in stream " + stream
                    + ": one of the two is not its writer's";
        }
    }

    /**
     * Reading begins at the start of a log that began earlier.
     *
     * @param offset of the first record that is still there
     */
    record Trimmed(int partition, long offset) implements Finding {
        @Override
        public String message() {
            return "the log begins here: the records before this offset were deleted";
        }
    }

    /** Records deleted while they were to be read, up to this offset. */
    record Deleted(int partition, long offset, long from) implements Finding {
        @Override
        public String message() {
            return "the records from offset " + from + " on were deleted while they were to be read";
        }
    }

    /** A patch that does not follow the one before it of the same key. */
    record BrokenChain(int partition, long offset, String reason) implements Finding {
        @Override
        public String message() {
            return "the chain of patches is broken: " + reason;
        }
    }
}
