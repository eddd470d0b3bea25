package dev.velella.diff.options;

import dev.velella.graph.GraphSettings;
import dev.velella.letter.LetterRoom;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings for the processor of a task. Immutable.
 *
 * @param lift how records become elements; null if they are Jelly
 * @param keyTemplates what keys of streams are made of, by name of the option
 * @param graph how an element becomes the state of its stream
 * @param blankNodes how blank nodes of consecutive elements are compared
 * @param late how late elements are handled
 * @param changes number of changes that are remembered of each stream; 0 if the input has graphs only
 * @param maxFutureMs how far an event time may be ahead of the clock, in ms; a negative number allows any distance
 * @param cacheStatements maximum number of statements of previous graphs that a task keeps decoded in memory; 0 keeps
 *     none
 * @param frames how frames are written and read
 * @param onError how records that cannot be taken are handled
 * @param headers which RDF Patch headers patches have
 * @param namespaces whether patches contain the namespaces of elements
 * @param snapshots when snapshots are written
 * @param silence when a stream counts as silent, and how the app handles it
 * @param room maximum size of a record that the app's producer sends
 * @param earlyCommitMs minimum time between two commits of a thread that has little to do, in ms; 0: commits are never
 *     early
 */
public record DiffSettings(
        @Nullable LiftSettings lift,
        Map<String, String> keyTemplates,
        GraphSettings graph,
        BlankNodeSettings blankNodes,
        LatePolicy late,
        int changes,
        long maxFutureMs,
        long cacheStatements,
        FrameSettings frames,
        ErrorPolicy onError,
        PatchHeaders headers,
        NamespacePolicy namespaces,
        SnapshotSettings snapshots,
        SilenceSettings silence,
        LetterRoom room,
        long earlyCommitMs) {}
