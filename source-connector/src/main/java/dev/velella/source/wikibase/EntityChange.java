package dev.velella.source.wikibase;

import dev.velella.lift.PayloadException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole change, as the server sent it, or an event that is none. Immutable; callers must not change the bytes.
 *
 * @param id id of its last event, after which the stream is resumed
 * @param chunks its chunks, in order; empty if there is a failure
 * @param events the data of its events, a line each
 * @param failure why it cannot be read; null if it can
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record EntityChange(String id, List<RdfChange> chunks, byte[] events, @Nullable PayloadException failure) {}
