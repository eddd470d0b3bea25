package dev.velella.diff.options;

import dev.velella.graph.GraphSettings;
import dev.velella.letter.LetterRoom;

/**
 * What the processor of a task needs to know. Immutable.
 *
 * @param graph how an element becomes the state of its stream
 * @param blankNodes how blank nodes of consecutive elements are compared
 * @param late what to do with late elements
 * @param maxFutureMs how far an event time may be ahead of the clock, in ms; negative: any distance
 * @param cacheStatements most statements of previous graphs held decoded by a task; 0 holds none
 * @param deltaRatio how many times the size of a stored graph the changes stored after it may come to
 * @param frames how frames are written and read
 * @param onError what to do with records that cannot be taken
 * @param headers which RDF Patch headers patches have
 * @param namespaces what becomes of the namespaces of elements
 * @param snapshots when snapshots are written
 * @param silence when a stream counts as silent, and what then
 * @param room what the app's producer sends at most
 * @param earlyCommitMs from one commit to the next of a thread that has little to do, in ms; 0: commits are never early
 */
public record DiffSettings(
        GraphSettings graph,
        BlankNodeSettings blankNodes,
        LatePolicy late,
        long maxFutureMs,
        long cacheStatements,
        double deltaRatio,
        FrameSettings frames,
        ErrorPolicy onError,
        PatchHeaders headers,
        NamespacePolicy namespaces,
        SnapshotSettings snapshots,
        SilenceSettings silence,
        LetterRoom room,
        long earlyCommitMs) {}
