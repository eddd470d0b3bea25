package dev.velella.diff.streams;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The name under which an instance of the app is a static member of its consumer group (KIP-345). It is kept beside the
 * instance's state. So an instance that was killed and started again takes the place that it had, and its partitions,
 * at once. Without a name it would be another member, and Kafka would wait until the session of the old one has ended.
 */
public final class GroupMember {
    private static final String FILE = "group-instance-id";
    private static final Pattern NAME = Pattern.compile("[0-9a-f-]{36}");

    private static final Pattern THREAD = Pattern.compile(".*-StreamThread-(\\d+)");

    private GroupMember() {}

    /**
     * The member of a thread of Kafka Streams that has failed; empty if the thread is none of Kafka Streams, or its member has no name. A
     * member without name ends with its session only.
     *
     * @param config options with which Kafka Streams was started
     * @param thread name of the thread
     */
    public static Optional<MemberToRemove> ofThread(StreamsConfig config, String thread) {
        Matcher number = THREAD.matcher(thread);
        if (!number.matches()) {
            return Optional.empty();
        }
        Object name = config.getMainConsumerConfigs("", "", Integer.parseInt(number.group(1)))
                .get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        return Optional.ofNullable(name).map(found -> new MemberToRemove(found.toString()));
    }

    /**
     * The name of this instance; a new one if it has none yet.
     *
     * @param stateDir the folder {@code state.dir}, which exists
     * @param applicationId the app's {@code application.id}
     * @throws ConfigException if the name cannot be read or written
     */
    public static String of(String stateDir, String applicationId) {
        Path file = Path.of(stateDir, applicationId, FILE);
        try {
            try {
                String name = Files.readString(file, StandardCharsets.US_ASCII).strip();
                if (NAME.matcher(name).matches()) {
                    return name;
                }
            } catch (NoSuchFileException e) {
                Files.createDirectories(file.getParent());
            }
            String name = UUID.randomUUID().toString();
            Path draft = Files.writeString(file.resolveSibling(FILE + ".new"), name, StandardCharsets.US_ASCII);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            return name;
        } catch (IOException e) {
            throw new ConfigException(
                    StreamsConfig.STATE_DIR_CONFIG,
                    stateDir,
                    "cannot keep the name of this instance in " + file + " (" + e + ")");
        }
    }
}
