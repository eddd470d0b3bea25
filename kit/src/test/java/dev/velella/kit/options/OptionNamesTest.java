package dev.velella.kit.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class OptionNamesTest {
    private static final Set<String> DEFINED = Set.of("target", "target.dir", "on.graph", "input.format");

    @Test
    void aMisspeltNameIsTakenForTheOneThatIsMostLikeIt() {
        assertThat(OptionNames.meant("target.directory", DEFINED)).contains("target.dir");
        assertThat(OptionNames.meant("taget.dir", DEFINED)).contains("target.dir");
        assertThat(OptionNames.meant("on.graphs", DEFINED)).contains("on.graph");
    }

    /** By letters alone, simulator.date would be nearer. */
    @Test
    void theBeginningOfANameIsTakenForThatName() {
        Set<String> defined = Set.of("simulator.date", "simulator.rate.per.second", "simulator.rate.per.second.most");
        assertThat(OptionNames.meant("simulator.rate", defined)).contains("simulator.rate.per.second");
        assertThat(OptionNames.meant("simulator.rat", defined)).contains("simulator.date");
    }

    @Test
    void namesOfOthersAndDefinedOnesAreLeftAlone() {
        assertThat(OptionNames.meant("target.dir", DEFINED)).isEmpty();
        assertThat(OptionNames.meant("errors.tolerance", DEFINED)).isEmpty();
        assertThat(OptionNames.meant("transforms.drop.type", DEFINED)).isEmpty();
    }
}
