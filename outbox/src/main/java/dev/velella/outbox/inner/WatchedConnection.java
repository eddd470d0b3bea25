package dev.velella.outbox.inner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.sail.NotifyingSailConnection;
import org.eclipse.rdf4j.sail.SailConflictException;
import org.eclipse.rdf4j.sail.SailException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out when a user's connection has lost commits of others. RDF4J keeps commits in memory as long as somebody reads, and the last
 * reader to end writes them: by its rollback, its close, or the end of a reading. If they cannot be written then, RDF4J forgets them
 * and tells that reader alone.
 *
 * <p>RDF4J says only by the stack of the exception that it was writing, see {@link #isLoss}. Other failures, such as those of a query,
 * lose nothing and go to the caller as they are.
 *
 * <p>A thread that is interrupted would fail in writing, so it is not interrupted while it ends a reader.
 */
public final class WatchedConnection {
    /** The methods that end a reader. */
    private static final Set<String> ENDS = Set.of("commit", "rollback", "close");

    private static final String BRANCH = "org.eclipse.rdf4j.sail.base.SailSourceBranch";

    private WatchedConnection() {}

    /**
     * A connection of a store, as thread-safe as the one inside.
     *
     * @param lost is told why the store could not write, and gives the exception for the caller; any thread may call it
     */
    public static NotifyingSailConnection of(NotifyingSailConnection inside, Function<Throwable, SailException> lost) {
        return (NotifyingSailConnection) Proxy.newProxyInstance(
                WatchedConnection.class.getClassLoader(),
                new Class<?>[] {NotifyingSailConnection.class},
                (proxy, method, arguments) -> {
                    boolean interrupted = ENDS.contains(method.getName()) && Thread.interrupted();
                    try {
                        Object result = method.invoke(inside, arguments);
                        return result instanceof CloseableIteration<?> all ? new Watched<>(all, lost) : result;
                    } catch (InvocationTargetException e) {
                        throw told(Objects.requireNonNull(e.getCause()), lost);
                    } finally {
                        if (interrupted) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
    }

    private static Throwable told(Throwable failure, Function<Throwable, SailException> lost) {
        return isLoss(failure) ? lost.apply(failure) : failure;
    }

    /**
     * Whether the store was writing commits that waited in its memory. A conflict has written nothing, and neither has a connection
     * that another thread has closed.
     */
    private static boolean isLoss(Throwable failure) {
        if (failure instanceof IllegalStateException || failure instanceof SailConflictException) {
            return false;
        }
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            for (StackTraceElement frame : each.getStackTrace()) {
                if (frame.getClassName().equals(BRANCH) && frame.getMethodName().equals("flush")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** An iteration that may be the last reader when it ends, by {@link #close} or after its last element. */
    private record Watched<T>(CloseableIteration<T> inside, Function<Throwable, SailException> lost)
            implements CloseableIteration<T> {
        @Override
        public boolean hasNext() {
            try {
                return inside.hasNext();
            } catch (RuntimeException | Error e) {
                throw thrown(e);
            }
        }

        @Override
        public T next() {
            try {
                return inside.next();
            } catch (RuntimeException | Error e) {
                throw thrown(e);
            }
        }

        @Override
        public void remove() {
            inside.remove();
        }

        @Override
        public void close() {
            boolean interrupted = Thread.interrupted();
            try {
                inside.close();
            } catch (RuntimeException | Error e) {
                throw thrown(e);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** The exception for the caller; an Error that has lost nothing is thrown as it is. */
        private RuntimeException thrown(Throwable failure) {
            Throwable told = told(failure, lost);
            if (told instanceof Error error) {
                throw error;
            }
            return (RuntimeException) told;
        }
    }
}
