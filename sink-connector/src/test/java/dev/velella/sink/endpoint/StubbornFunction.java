package dev.velella.sink.endpoint;

import java.util.concurrent.CountDownLatch;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;
import org.eclipse.rdf4j.query.algebra.evaluation.function.FunctionRegistry;

/** A function that returns when it is told to, and not when its thread is interrupted. Known to queries until it is closed. */
final class StubbornFunction implements Function, AutoCloseable {
    static final String NAME = "urn:test:stubborn";

    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    StubbornFunction() {
        FunctionRegistry.getInstance().add(this);
    }

    @Override
    public String getURI() {
        return NAME;
    }

    @Override
    @SuppressWarnings("deprecation") // the only abstract one
    public Value evaluate(ValueFactory values, Value... arguments) {
        called.countDown();
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return arguments[0];
    }

    /** Returns when a query has called it. */
    void awaitCall() throws InterruptedException {
        called.await();
    }

    /** Lets every call return, now and later. */
    void end() {
        ended.countDown();
    }

    @Override
    public void close() {
        end();
        FunctionRegistry.getInstance().remove(this);
    }
}
