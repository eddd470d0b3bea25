package dev.velella.diff.blank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StableIdsTest {

    @Test
    void countsOnFromItsState() {
        StableIds ids = new StableIds("ibs_3", 35);

        assertThat(List.of(ids.next(), ids.next())).containsExactly("kibs_5f3-10", "kibs_5f3-11");
        assertThat(ids.counter()).isEqualTo(37);
    }

    @Test
    void aLongNameIsHashed() {
        assertThat(new StableIds("http://example.org/station/1", 0).next()).matches("h[0-9a-z]{20,25}-1");
    }

    @Test
    void aNegativeCounterIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StableIds("s", -1));
    }

    @Property(tries = 100)
    void streamsOfDifferentNamesShareNoLabel(@ForAll List<String> names) {
        Map<String, String> owners = new HashMap<>();
        for (String name : names.stream().filter(StableIdsTest::isText).toList()) {
            StableIds ids = new StableIds(name, 0);
            for (int i = 0; i < 3; i++) {
                String label = ids.next();
                assertThat(label).matches("[a-z][A-Za-z0-9_]*-[0-9a-z]+");
                assertThat(owners.putIfAbsent(label, name)).isIn(null, name);
            }
        }
    }

    /** Unpaired surrogates have no UTF-8 form, so no key has them. */
    private static boolean isText(String name) {
        return name.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }
}
