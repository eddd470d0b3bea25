package dev.velella.outbox.config;

import dev.velella.outbox.OutboxSail;
import org.eclipse.rdf4j.sail.Sail;
import org.eclipse.rdf4j.sail.config.SailConfigException;
import org.eclipse.rdf4j.sail.config.SailFactory;
import org.eclipse.rdf4j.sail.config.SailImplConfig;

/** Makes outboxes of configurations; RDF4J finds it by its service. Stateless. */
public final class OutboxFactory implements SailFactory {
    /** The value of {@code config:sail.type}. */
    public static final String TYPE = "velella:Outbox";

    @Override
    public String getSailType() {
        return TYPE;
    }

    @Override
    public SailImplConfig getConfig() {
        return new OutboxConfig();
    }

    @Override
    public Sail getSail(SailImplConfig config) {
        if (config instanceof OutboxConfig outbox) {
            return new OutboxSail(outbox.settings());
        }
        throw new SailConfigException("not a configuration of an outbox: " + config.getType());
    }
}
