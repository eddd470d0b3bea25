package dev.velella.diff.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupMemberTest {
    @Test
    void anInstanceKeepsItsName(@TempDir Path folder) {
        String name = GroupMember.of(folder.toString(), "diff");
        assertThat(GroupMember.of(folder.toString(), "diff")).isEqualTo(name);
        assertThat(GroupMember.of(folder.toString(), "other")).isNotEqualTo(name);
    }

    /** Kafka Streams gives each thread a member of its own. */
    @Test
    void theMemberOfAThreadIsFoundByItsName() {
        StreamsConfig named = config(Map.of("main.consumer.group.instance.id", "a"));
        assertThat(GroupMember.ofThread(named, "diff-1a2b-StreamThread-12")).contains(new MemberToRemove("a-12"));
        assertThat(GroupMember.ofThread(named, "diff-1a2b-GlobalStreamThread")).isEmpty();
        assertThat(GroupMember.ofThread(config(Map.of()), "diff-1a2b-StreamThread-1"))
                .isEmpty();
    }

    private static StreamsConfig config(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("application.id", "diff");
        options.put("bootstrap.servers", "localhost:9092");
        return new StreamsConfig(options);
    }
}
