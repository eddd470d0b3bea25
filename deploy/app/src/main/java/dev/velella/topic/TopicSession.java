package dev.velella.topic;

import dev.velella.convert.file.InputFile;
import dev.velella.convert.file.OutputFile;
import dev.velella.failure.FileException;
import dev.velella.failure.UserException;
import dev.velella.kit.secret.ClientErrors;
import dev.velella.log.LogException;
import dev.velella.log.RecordInterpreter;
import dev.velella.log.Span;
import dev.velella.log.TopicAccess;
import dev.velella.log.TopicLog;
import dev.velella.log.TopicReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * One reading of a topic by a command: the consumer, the decoder with look-back, and the buffered output.
 *
 * <p>When the process is told to end, reading stops and the output is flushed. If nobody reads the output any more, the
 * reading ends too, without a message.
 *
 * @param reader reader of the topic
 * @param spans parts of the partitions to read
 * @param interpreter decodes the records
 * @param out standard output
 */
public record TopicSession(TopicReader reader, List<Span> spans, RecordInterpreter interpreter, Writer out) {

    /** The work of a command on the topic. */
    public interface Task {
        void run(TopicSession session) throws IOException;
    }

    /**
     * Runs a task.
     *
     * @return whether the task came to its end; false if nobody reads the output any more
     * @throws UserException if the topic cannot be read
     * @throws FileException if the output cannot be written, for another reason than a closed pipe
     */
    public static boolean run(TopicQuery query, OutputStream standardOutput, Task task) {
        TopicAccess access = query.access();
        Writer out = new BufferedWriter(new OutputStreamWriter(standardOutput, StandardCharsets.UTF_8), 1 << 16);
        try (TopicLog log = new TopicLog(access, query.dictionariesTopic(), query.limits(), query.maxRecords());
                Interruption interruption = new Interruption(log.reader()::stop)) {
            interruption.install();
            List<Span> spans = log.reader().spans(query.partitions(), query.begin());
            task.run(new TopicSession(log.reader(), spans, log.interpreter(), out));
            out.flush();
            return true;
        } catch (TimeoutException e) {
            throw UserException.noAnswer(access.bootstrapServers(), access.timeout(), e);
        } catch (LogException e) {
            throw new UserException(String.valueOf(e.getMessage()), e);
        } catch (OutOfMemoryError e) {
            throw new UserException(
                    "topic " + access.topic() + " needs more memory; raise the heap, for example VELELLA_OPTS=-Xmx2g",
                    e);
        } catch (KafkaException e) {
            throw new UserException("cannot read topic " + access.topic() + ": " + ClientErrors.message(e), e);
        } catch (IOException e) {
            if (!OutputFile.isClosedPipe(e)) {
                throw new FileException("standard output", "cannot be written: " + InputFile.reason(e), e);
            }
            return false;
        }
    }
}
