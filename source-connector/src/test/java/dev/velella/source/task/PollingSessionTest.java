package dev.velella.source.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.source.fetch.Attempts;
import dev.velella.source.options.RdfSourceConfig;
import dev.velella.source.record.Batch;
import dev.velella.source.simulator.SimulatorSource;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(120)
class PollingSessionTest {
    private static final long FOR_EVER = 86_400_000;

    private final AtomicLong failures = new AtomicLong();
    private final Batch batch =
            Batch.of(new RdfSourceConfig(SimulatorSource.TYPE, Map.of("source.type", "simulator", "topic", "graphs")));
    private int asked;
    private boolean isClosed;

    private PollingSession session(long firstWaitMs, Question question) {
        PollingSession.Poll poll = new PollingSession.Poll() {
            @Override
            public long ask(Batch to, BooleanSupplier closed) throws IOException {
                asked++;
                return question.ask();
            }

            @Override
            public void close() {
                isClosed = true;
            }
        };
        return new PollingSession(
                poll, new Attempts(LoggerFactory.getLogger(getClass()), failures, firstWaitMs, FOR_EVER));
    }

    private interface Question {
        long ask() throws IOException;
    }

    @Test
    void theServerIsAskedAgainWhenTheWaitIsOver() throws Exception {
        PollingSession session = session(1, () -> asked < 3 ? 0 : FOR_EVER);
        for (int i = 0; i < 4; i++) {
            session.poll(batch); // the last one waits
        }
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void aFailureIsCountedAndTheWaitGrows() throws Exception {
        PollingSession session = session(FOR_EVER, () -> {
            throw new IOException("away");
        });
        session.poll(batch);
        session.poll(batch); // waits
        assertThat(failures).hasValue(1);
        assertThat(asked).isEqualTo(1);
    }

    @Test
    void aFailureThatIsTheConsequenceOfTheEndIsNone() throws Exception {
        PollingSession[] session = new PollingSession[1];
        session[0] = session(FOR_EVER, () -> {
            session[0].close();
            throw new IOException("closed");
        });
        session[0].poll(batch);
        assertThat(failures).hasValue(0);
        assertThat(isClosed).isTrue();
    }
}
