package dev.velella.sink.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Keys are sorted alike, whether their terms have room in one number or not. */
class KeyOrderTest {
    @Property
    void keysAreSortedByAllOfTheirTerms(
            @ForAll KeyOrder order, @ForAll long seed, @ForAll @IntRange(min = 1, max = 64) int bits) {
        Random random = new Random(seed);
        List<long[]> statements = new ArrayList<>();
        for (int i = random.nextInt(200); i > 0; i--) {
            // often equal in their first terms
            statements.add(random.longs(4)
                    .map(number -> random.nextInt(3) == 0 ? number & 3 : number >>> (Long.SIZE - bits))
                    .toArray());
        }
        long[][] expected = statements.stream().map(order::key).toArray(long[][]::new);
        Arrays.sort(expected, Arrays::compare);
        assertThat(order.sorted(statements)).isDeepEqualTo(expected);
    }
}
