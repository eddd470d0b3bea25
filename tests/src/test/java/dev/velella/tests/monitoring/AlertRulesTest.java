package dev.velella.tests.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.fixture.InstalledProgram;
import dev.velella.status.Check;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The alerts: each has a case in which it fires, one in which it does not, and a paragraph that says what to do. */
class AlertRulesTest {
    @Test
    void everyAlertFiresAndStaysQuietAsItsCasesSay() throws Exception {
        Process promtool = new ProcessBuilder(
                        InstalledProgram.requirePrometheus("promtool").toString(), "test", "rules", "alerts-test.yml")
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
    void everyAlertIsACheckOfPageAndStatusAndEveryCheckHasItsParagraph() throws Exception {
        List<String> checks = Arrays.stream(Check.values()).map(Check::alert).toList();
        String page = Files.readString(MonitoringFiles.PAGE);

        assertThat(checks).containsAll(MonitoringFiles.alerts());
        for (String check : checks) {
            assertThat(page).contains("\n### " + check + "\n");
        }
    }
}
