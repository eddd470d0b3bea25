package dev.velella.diff.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.velella.diff.CountedStore;
import dev.velella.diff.DiffPipe;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredMeaningTest {
    private final CountedStore store = new CountedStore();

    private StoredMeaning meaning(String topics, String more) {
        String[] own = more.isEmpty() ? new String[0] : more.split("[=;]");
        String[] options = new String[own.length + 4];
        System.arraycopy(own, 0, options, 4, own.length);
        Map<String, Integer> inputs = new HashMap<>();
        for (String topic : topics.split(" ")) {
            inputs.put(topic.split(":")[0], Integer.valueOf(topic.split(":")[1]));
        }
        options[0] = "velella.input.topics";
        options[1] = String.join(",", inputs.keySet());
        options[2] = "velella.template";
        options[3] = "<urn:{key}> <urn:p> 1 .";
        return new StoredMeaning(store, DiffPipe.config(options).settings(), inputs, Map.of());
    }

    /** Topics with their partitions and options, before and now, and the beginning of the message. */
    @ParameterizedTest
    @CsvSource({
        "a:1 b:3, '', a:2 b:3, '', the input topic a has 2 partitions and had 1 when",
        "a:1 b:3, '', a:1 b:3, velella.key.template={topic}:{key}, velella.key.template was {topic}/{key} when",
        "a:1 b:3, '', a:1 b:3, velella.key.template.a=x/{key}, velella.key.template.a was {topic}/{key} when",
        "a:1 b:3, velella.key.template.a=x/{key}, a:1 b:3, '', velella.key.template.a was x/{key} when",
        "a:1 b:3, velella.key.template.a=x/{key}, a:1 b:3, velella.key.template.a=y/{key}, velella.key.template.a was x/{key}"
    })
    void whatWouldMakeOtherStreamsOfTheRecordsIsRefused(
            String before, String options, String now, String moreOptions, String message) {
        StoredMeaning first = meaning(before, options);
        first.check();
        first.save();
        assertThatThrownBy(() -> meaning(now, moreOptions).check())
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining("egin anew");
    }

    @Test
    void theStateOfANewerVersionIsRefusedBeforeItIsReadAndKeepsItsBytes() {
        StoredMeaning first = meaning("a:1", "");
        first.check();
        first.save();
        String text = new String(store.get(StateRecords.meaningKey()), StandardCharsets.UTF_8);
        byte[] newer = text.replace("state.format=2", "state.format=3").getBytes(StandardCharsets.UTF_8);
        assertThat(text).contains("state.format=2");
        store.put(StateRecords.meaningKey(), newer);
        long puts = store.puts();
        assertThatThrownBy(() -> meaning("a:1", "").check())
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("the state of this application has format 3; this version knows format 2");
        assertThat(store.puts()).isEqualTo(puts);
    }

    @Test
    void theStateOfAVersionThatWroteNoFormatGetsIt() {
        StoredMeaning first = meaning("a:1", "");
        first.check();
        first.save();
        String text = new String(store.get(StateRecords.meaningKey()), StandardCharsets.UTF_8);
        store.put(
                StateRecords.meaningKey(), text.replace("state.format=2\n", "").getBytes(StandardCharsets.UTF_8));
        StoredMeaning next = meaning("a:1", "");
        next.check();
        next.save();
        assertThat(new String(store.get(StateRecords.meaningKey()), StandardCharsets.UTF_8))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "a:1 b:3, '', a:1 b:3 c:2, velella.key.template.c=c/{key}",
        "a:1 b:3, velella.key.template.a=x/{key}, b:3, ''",
        "a:1 b:3, '', b:3 c:2, ''",
        "a:1 b:3, velella.key.template=a/{topic}/{key}, a:1, velella.key.template=a/{topic}/{key}"
    })
    void topicsMayBeAddedAndLeftOut(String before, String options, String now, String moreOptions) {
        StoredMeaning first = meaning(before, options);
        first.check();
        first.save();
        StoredMeaning second = meaning(now, moreOptions);
        second.check();
        second.save();
        assertThatCode(() -> meaning(now, moreOptions).check()).doesNotThrowAnyException();
        // What was known of a topic that was left out for a while still counts.
        assertThatThrownBy(() -> meaning(before.replace("a:1", "a:2"), options).check())
                .hasMessageStartingWith("the input topic a has 2 partitions");
        long puts = store.puts();
        StoredMeaning third = meaning(now, moreOptions);
        third.check();
        third.save();
        assertThat(store.puts()).isEqualTo(puts);
    }
}
