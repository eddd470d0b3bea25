package dev.velella.status;

import dev.velella.record.dictionary.TopicDictionaryStore;
import dev.velella.status.state.ConnectorState;
import dev.velella.status.state.TopicState;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Whether the topics are there, hold everything that is still needed, and got no new dead letters. Stateless. */
final class TopicChecks {
    private static final long NEW_LETTER_MS = 600_000;
    private static final String LETTERS = "dead letters";

    private TopicChecks() {}

    static void check(Facts facts, Findings findings) {
        for (TopicState topic : facts.state().topics()) {
            if (topic.role().equals(LETTERS)) {
                letters(facts, topic, findings);
            } else if (topic.role().equals(TopicState.DICTIONARIES)) {
                dictionaries(facts, topic, findings);
            } else if (topic.partitions() == 0 && !topic.role().equals("snapshots")) {
                findings.add(
                        Check.TOPIC_MISSING,
                        topic.role(),
                        topic.name(),
                        "There is no topic " + topic.name() + ", or this client has no right to see it",
                        "Create the topic of graphs (kafka-topics.sh --create --topic " + topic.name()
                                + "); the diff app creates the topic of patches. Or correct the names in the configuration.");
            }
            if (topic.role().equals("graphs")) {
                trimmed(
                        topic,
                        facts.diffed(),
                        "diff",
                        "the diff app",
                        "Keep graphs for longer (retention.ms). The diff app goes on at the first record that is left: with"
                                + " velella.on.error=dead-letter if it stops. Its patches stay right, because each leads from the"
                                + " last graph that came to the next one.",
                        findings);
            } else if (topic.role().equals("patches")) {
                for (ConnectorState sink : facts.state().connectors()) {
                    trimmed(
                            topic,
                            facts.applied().getOrDefault(sink.name(), Map.of()),
                            "store",
                            "sink " + sink.name(),
                            "Keep patches for longer (retention.ms). Let the sink begin with snapshots (snapshot.topics,"
                                    + " on.chain.break=resync), or build the store again (on.lost.history=rebuild).",
                            findings);
                }
            }
        }
    }

    private static void trimmed(
            TopicState topic,
            Map<TopicPartition, Long> done,
            String part,
            String reader,
            String cure,
            Findings findings) {
        topic.spans().forEach((partition, bounds) -> {
            Long next = done.get(new TopicPartition(topic.name(), partition));
            // One offset may be the marker of a transaction, which is no record.
            if (next != null && bounds.begin() > next + 1) {
                findings.add(
                        Check.TOPIC_TRIMMED,
                        part,
                        topic.name() + "-" + partition + ", " + reader,
                        "Topic " + topic.name() + "-" + partition + " begins at offset " + bounds.begin() + ", but "
                                + reader
                                + " needs it from offset " + next
                                + ": retention, or a person, has removed records that were"
                                + " not processed",
                        cure);
            }
        });
    }

    /** Whether the dictionaries of records are there, and stay there. */
    private static void dictionaries(Facts facts, TopicState topic, Findings findings) {
        List<String> builtOn = facts.state().topics().stream()
                .filter(other -> other.form().equals(TopicState.ON_DICTIONARY))
                .map(TopicState::name)
                .toList();
        boolean isAnyThere = facts.state().topics().stream()
                .anyMatch(other -> other.role().equals(TopicState.DICTIONARIES) && other.records() > 0);
        String says = "";
        if (!TopicDictionaryStore.keepsDictionaries(topic.cleanup())) {
            says = "The topic of dictionaries " + topic.name() + " has cleanup.policy="
                    + String.join(",", topic.cleanup())
                    + ": Kafka deletes dictionaries that records need, and writers that see this write no more";
        } else if (!builtOn.isEmpty() && !isAnyThere) {
            says = (topic.partitions() == 0
                            ? "There is no topic of dictionaries " + topic.name()
                                    + ", or this client has no right to see it"
                            : "The topic of dictionaries " + topic.name() + " is empty")
                    + ", and the newest records of " + String.join(", ", builtOn)
                    + " build on dictionaries: who reads them from now on cannot decode them";
        }
        if (!says.isEmpty()) {
            findings.add(
                    Check.DICTIONARIES_NOT_KEPT,
                    "graphs",
                    topic.name(),
                    says,
                    "Keep all records, and set cleanup.policy=compact (kafka-configs.sh --alter --entity-type topics --entity-name "
                            + topic.name()
                            + " --add-config cleanup.policy=compact). Writers that run write their dictionaries"
                            + " once more within a minute. Then the command velella topic dictionaries says what is missing,"
                            + " and brings it back from a copy.");
        }
    }

    private static void letters(Facts facts, TopicState topic, Findings findings) {
        Long newest = topic.newest();
        if (topic.records() > 0 && newest != null && facts.now() - newest < NEW_LETTER_MS) {
            findings.add(
                    Check.DEAD_LETTERS,
                    "patches",
                    topic.name(),
                    newest,
                    "A record was refused " + Words.time(Math.max(0, facts.now() - newest)) + " ago; topic "
                            + topic.name()
                            + " has " + Words.count(topic.records(), "dead letter")
                            + (topic.words().isEmpty() ? "" : ". The newest: " + topic.words()),
                    "Read all reasons: velella topic cat --bootstrap-server HOST:PORT --topic " + topic.name()
                            + ". Repair the sender, or the options that refuse it. Other streams go on meanwhile.");
        }
    }
}
