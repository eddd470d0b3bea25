package dev.velella.source.wikibase;

import dev.velella.kit.options.Option;
import dev.velella.kit.options.OptionGroup;
import dev.velella.source.fetch.FetchSettings;
import dev.velella.source.options.OptionValidators;
import dev.velella.source.options.ServerAccessOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.AbstractConfig;

/** Options about a stream of changes of a Wikibase: names, defaults, documentation, and dependencies. */
final class WikibaseOptions {
    private static final String PREFIX = "wikibase.";

    static final Option<String> URL = Option.text(PREFIX + "url")
            .high()
            .label("URL")
            .doc("Address of the server-sent events, such as"
                    + " https://stream.wikimedia.org/v2/stream/rdf-streaming-updater.mutation-main.v2. Their data must be of"
                    + " the schema mediawiki/wikibase/entity/rdf_change/2.0.0. Where no offset is stored, the stream begins"
                    + " as the address says (?since=2026-01-31T00:00:00Z), or with the events from now on.");
    static final Option<String> ENTITY_PREFIX = Option.text(PREFIX + "entity.prefix")
            .byDefault("http://www.wikidata.org/entity/")
            .check(OptionValidators.absoluteIri())
            .high()
            .label("Prefix of entities")
            .doc(
                    "Beginning of the IRIs of entities. With the id of an entity behind it, it is the key of the records, and"
                            + " so the name of the graph of the entity.");
    private static final Option<String> ENTITIES = Option.text(PREFIX + "entities")
            .byDefault(".*")
            .medium()
            .label("Entities")
            .doc("Regular expression that the id of an entity must match as a whole, such as Q(42|1339) or P[0-9]+. The"
                    + " changes of other entities are left out.");
    static final Option<String> DOMAIN = Option.text(PREFIX + "domain")
            .medium()
            .label("Domain")
            .doc(
                    "Domain whose events are taken (meta.domain), such as www.wikidata.org. Without it all are taken, except"
                            + " for test events of the domain canary.");
    static final Option<String> TOPIC = Option.text(PREFIX + "topic")
            .medium()
            .label("Topic of the events")
            .doc(
                    "Kafka topic of the server whose events are taken (meta.topic), where several data centres write the same"
                            + " changes into topics of their own, such as eqiad.rdf-streaming-updater.mutation-main.");
    static final Option<String> USER_AGENT = Option.text(PREFIX + "user.agent")
            .byDefault("velella")
            .label("User agent")
            .doc(
                    "Header User-Agent of requests. Wikimedia asks for the name of the program and a way to reach its operator.");

    /** Options of credentials, waits, keys and certificates. */
    static final ServerAccessOptions ACCESS = new ServerAccessOptions(PREFIX);

    private WikibaseOptions() {}

    static void define(OptionGroup group) {
        group.add(URL, ENTITY_PREFIX, ENTITIES, DOMAIN, TOPIC, USER_AGENT);
        ACCESS.defineLogin(group);
        ACCESS.defineWaits(group);
        ACCESS.defineTls(group);
    }

    /** Problems of options that are missing or depend on others. The map's keys are options, its values messages. */
    static Map<String, String> problems(Map<String, ?> values) {
        Map<String, String> problems = new LinkedHashMap<>();
        String wrong = values.get(URL.name()) instanceof String url
                ? ACCESS.urlProblem(url)
                : "is needed with source.type=wikibase";
        if (wrong != null) {
            problems.put(URL.name(), wrong);
        }
        if (values.get(ENTITIES.name()) instanceof String pattern) {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                problems.put(ENTITIES.name(), "is no regular expression: " + e.getDescription());
            }
        }
        problems.putAll(ACCESS.problems(values));
        return problems;
    }

    /** The address without its query: it names the stream, however it began, and holds no secret. */
    static String stream(AbstractConfig config) {
        String url = URL.of(config);
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    static Pattern entities(AbstractConfig config) {
        return Pattern.compile(ENTITIES.of(config));
    }

    /**
     * How requests are made.
     *
     * @throws IllegalArgumentException if a file of certificates or keys cannot be read
     */
    static FetchSettings fetch(AbstractConfig config) {
        return ACCESS.fetch(config, false);
    }
}
