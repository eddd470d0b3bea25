package dev.velella.options;

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

    @Test
    void namesOfOthersAndDefinedOnesAreLeftAlone() {
        assertThat(OptionNames.meant("target.dir", DEFINED)).isEmpty();
        assertThat(OptionNames.meant("errors.tolerance", DEFINED)).isEmpty();
        assertThat(OptionNames.meant("transforms.drop.type", DEFINED)).isEmpty();
    }
}
