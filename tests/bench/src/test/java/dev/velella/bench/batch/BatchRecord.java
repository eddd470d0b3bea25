package dev.velella.bench.batch;

import java.util.List;
import org.apache.kafka.common.header.Header;

/** A record as a producer gets it: key, value and headers. */
record BatchRecord(byte[] key, byte[] value, List<Header> headers) {}
