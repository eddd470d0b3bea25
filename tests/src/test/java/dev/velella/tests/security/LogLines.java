package dev.velella.tests.security;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** All that this process logs from INFO on, and our own classes from DEBUG on, with the traces of what was thrown. */
final class LogLines extends AbstractAppender implements AutoCloseable {
    private final StringBuffer text = new StringBuffer();
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
    private Level before = Level.INFO;

    LogLines() {
        super("lines", (Filter) null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void start() {
        super.start();
        before = context.getRootLogger().getLevel();
        Configurator.setRootLevel(Level.INFO);
        Configurator.setLevel("dev.velella", Level.DEBUG);
        context.getRootLogger().addAppender(this);
    }

    @Override
    public void append(LogEvent event) {
        text.append(event.getLoggerName())
                .append(' ')
                .append(event.getMessage().getFormattedMessage())
                .append('\n');
        if (event.getThrown() != null) {
            text.append(trace(event.getThrown()));
        }
    }

    String text() {
        return text.toString();
    }

    /** As it is in a log, or in the status of a task. */
    static String trace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Override
    public void close() {
        context.getRootLogger().removeAppender(this);
        Configurator.setRootLevel(before);
        Configurator.setLevel("dev.velella", before);
        stop();
    }
}
