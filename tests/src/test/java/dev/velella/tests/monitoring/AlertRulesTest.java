package dev.velella.tests.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.InstalledProgram;
import dev.velella.status.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The alerts: each has a case in which it fires, one in which it does not, and a paragraph that says what to do. */
class AlertRulesTest {
    @Test
    void everyAlertFiresAndStaysQuietAsItsCasesSay() throws Exception {
        promtool("test", "rules", "alerts-test.yml");
    }

    @Test
    void prometheusTakesItsConfiguration() throws Exception {
        promtool("check", "config", "prometheus.yml");
    }

    private static void promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add(0, InstalledProgram.requirePrometheus("promtool").toString());
        Process promtool = new ProcessBuilder(command)
                .directory(MonitoringFiles.FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
    }

    @Test
    void everyAlertHasItsCasesAndItsParagraph() throws Exception {
        List<String> alerts = MonitoringFiles.alerts();
        String cases = Files.readString(MonitoringFiles.FOLDER.resolve("alerts-test.yml"));
        String page = Files.readString(MonitoringFiles.PAGE);

        assertThat(alerts).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        for (String alert : alerts) {
            assertThat(cases).contains("# " + alert + " fires\n").contains("# " + alert + " stays quiet\n");
            assertThat(page).contains("\n### " + alert + "\n");
        }
    }

    @Test
    void everyCheckOfPageAndStatusIsAnAlert() throws Exception {
        List<String> checks = Arrays.stream(Check.values()).map(Check::alert).toList();
        assertThat(checks).containsExactlyInAnyOrderElementsOf(MonitoringFiles.alerts());
    }
}
