package dev.velella.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands of {@code velella}, of which a run makes only its own. */
class MainTest {
    private static final InputStream IN = InputStream.nullInputStream();
    private static final OutputStream OUT = OutputStream.nullOutputStream();

    @Test
    void eachCommandIsFoundByItsName() {
        Map<String, Supplier<Object>> commands = Main.commands(IN, OUT);
        assertThat(Main.commandLine(IN, OUT).getSubcommands().keySet()).containsExactlyElementsOf(commands.keySet());
        commands.forEach((name, command) -> {
            CommandLine line = command.get() instanceof CommandLine whole ? whole : new CommandLine(command.get());
            assertThat(line.getCommandName()).isEqualTo(name);
            assertThat(line.getCommandSpec().aliases()).as(name).isEmpty();
        });
    }

    @Test
    void aRunMakesItsCommandAlone() {
        assertThat(Main.commandLine(IN, OUT, "topic", "cat", "--help").getSubcommands())
                .containsOnlyKeys("topic");
        assertThat(CommandRun.of("topic", "cat", "--help").succeeds().text()).contains("velella topic cat");
    }

    @Test
    void theHelpNamesAllCommands() {
        for (String[] help : new String[][] {{"help"}, {"--help"}}) {
            assertThat(CommandRun.of((Object[]) help).succeeds().text())
                    .contains(Main.commands(IN, OUT).keySet());
        }
        assertThat(CommandRun.of("help", "diff").succeeds().text()).contains("velella diff");
    }

    @Test
    void anUnknownCommandIsToldTheNearest() {
        assertThat(CommandRun.of("inspct").fails(2).line())
                .startsWith("velella: ")
                .contains("inspct");
    }
}
