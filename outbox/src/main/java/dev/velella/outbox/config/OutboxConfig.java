package dev.velella.outbox.config;

import dev.velella.outbox.OutboxSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.sail.config.AbstractDelegatingSailImplConfig;
import org.eclipse.rdf4j.sail.config.SailConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an outbox in the configuration of a repository, as statements about the Sail. Not thread-safe. A setting
 * with a wrong value fails the parsing.
 */
public final class OutboxConfig extends AbstractDelegatingSailImplConfig {
    private static final String NAMESPACE = "urn:velella:outbox:config#";

    private OutboxSettings settings = OutboxSettings.DEFAULT;

    public OutboxConfig() {
        super(OutboxFactory.TYPE);
    }

    /** The settings that were parsed, or the defaults. */
    public OutboxSettings settings() {
        return settings;
    }

    @Override
    public Resource export(Model model) {
        Resource node = super.export(model);
        SimpleValueFactory values = SimpleValueFactory.getInstance();
        Path directory = settings.directory();
        if (directory != null) {
            model.add(node, option("dir"), values.createLiteral(directory.toString()));
        }
        model.add(node, option("max.bytes"), values.createLiteral(settings.maxBytes()));
        model.add(
                node,
                option("full.wait.ms"),
                values.createLiteral(settings.fullWait().toMillis()));
        model.add(node, option("sync"), values.createLiteral(settings.sync()));
        model.add(node, option("check.at.start"), values.createLiteral(settings.checkAtStart()));
        return node;
    }

    @Override
    public void parse(Model model, Resource node) {
        super.parse(model, node);
        OutboxSettings byDefault = OutboxSettings.DEFAULT;
        try {
            Value directory = value(model, node, "dir");
            Value maxBytes = value(model, node, "max.bytes");
            Value fullWait = value(model, node, "full.wait.ms");
            settings = new OutboxSettings(
                    directory == null ? null : Path.of(directory.stringValue()),
                    maxBytes == null ? byDefault.maxBytes() : Long.parseLong(maxBytes.stringValue()),
                    fullWait == null ? byDefault.fullWait() : Duration.ofMillis(Long.parseLong(fullWait.stringValue())),
                    flag(value(model, node, "sync"), byDefault.sync()),
                    flag(value(model, node, "check.at.start"), byDefault.checkAtStart()));
        } catch (IllegalArgumentException e) {
            throw new SailConfigException("the outbox has a wrong setting: " + e.getMessage(), e);
        }
    }

    private static boolean flag(@Nullable Value value, boolean byDefault) {
        return value instanceof Literal literal ? literal.booleanValue() : byDefault;
    }

    private static @Nullable Value value(Model model, Resource node, String name) {
        return Models.object(model.getStatements(node, option(name), null)).orElse(null);
    }

    private static IRI option(String name) {
        return SimpleValueFactory.getInstance().createIRI(NAMESPACE + name);
    }
}
