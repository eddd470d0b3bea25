package dev.velella.tests;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** The messages that a logger of this process writes until this is closed. Thread-safe. */
public final class LoggedMessages extends AbstractAppender implements AutoCloseable {
    private final Logger logger;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private LoggedMessages(Logger logger) {
        super(logger.getName(), null, null, true, Property.EMPTY_ARRAY);
        this.logger = logger;
    }

    /** @param logger name of the logger; messages of loggers below it count too */
    public static LoggedMessages of(String logger) {
        LoggedMessages messages = new LoggedMessages((Logger) LogManager.getLogger(logger));
        messages.start();
        messages.logger.addAppender(messages);
        return messages;
    }

    @Override
    public void append(LogEvent event) {
        messages.add(event.getMessage().getFormattedMessage());
    }

    /** The messages so far, without levels and traces. */
    public List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.removeAppender(this);
        stop();
    }
}
