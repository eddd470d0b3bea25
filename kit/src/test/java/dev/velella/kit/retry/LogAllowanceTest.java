package dev.velella.kit.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class LogAllowanceTest {
    private final List<String> said = new ArrayList<>();
    private long now = 5;

    /** Keeps the texts of lines. */
    private final Logger log = (Logger) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                said.add(arguments[1] + "" + arguments[2]);
                return null;
            });

    @Test
    void whatIsLeftOutIsCountedInTheNextLine() {
        LogAllowance allowance = new LogAllowance(log, 2, Duration.ofSeconds(60), () -> now);
        for (int i = 0; i < 5; i++) {
            allowance.warn("line " + i);
        }
        now += 59_999;
        allowance.warn("line 5");
        now++;
        allowance.warn("line 6");
        allowance.warn("line 7");
        assertThat(said).containsExactly("line 0", "line 1", "line 6. 4 more since the last message", "line 7");
    }

    @Test
    void whatAStrangerSentIsOneShortLine() {
        LogAllowance.everyTenSeconds(log, () -> now).warn("a\nb" + "x".repeat(10_000));
        assertThat(said).singleElement().asString().hasSizeLessThan(1_400).doesNotContain("\n");
    }
}
