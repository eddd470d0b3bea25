package dev.velella.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final Duration INTERVAL = Duration.ofSeconds(20);

    @Test
    void theSameSeedGivesTheSameFaultsAndAnotherOneOthers() {
        Set<FaultPlan> plans = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            FaultPlan plan = plan(seed, 60);
            assertThat(plan(seed, 60)).isEqualTo(plan);
            assertThat(plan(seed, 30).faults())
                    .as("a shorter run has the same first faults")
                    .isEqualTo(plan.faults().subList(0, 30));
            plans.add(plan);
        }
        assertThat(plans).hasSize(200);
    }

    @Test
    void everyKindComesBeforeAnyComesAgain() {
        int kinds = FaultKind.values().length;
        for (long seed = 0; seed < 200; seed++) {
            List<Fault> faults = plan(seed, 2 * kinds).faults();
            for (List<Fault> round : List.of(faults.subList(0, kinds), faults.subList(kinds, 2 * kinds))) {
                Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
                round.forEach(fault -> seen.add(fault.kind()));
                assertThat(seen).as("seed %d", seed).hasSize(kinds);
            }
        }
    }

    @Test
    void onlyFaultsOfDifferentPartsOverlapAndNeverThree() {
        int overlapping = 0;
        for (long seed = 0; seed < 200; seed++) {
            List<Fault> faults = plan(seed, 100).faults();
            assertThat(faults.get(0).overlaps()).isFalse();
            for (int i = 1; i < faults.size(); i++) {
                Fault fault = faults.get(i);
                Fault before = faults.get(i - 1);
                if (fault.overlaps()) {
                    overlapping++;
                    assertThat(before.overlaps()).isFalse();
                    assertThat(before.kind().part()).isNotEqualTo(fault.kind().part());
                    assertThat(before.kind().standsAlone() || fault.kind().standsAlone())
                            .isFalse();
                }
            }
        }
        assertThat(overlapping).isBetween(1_000, 3_000);
    }

    @Test
    void onlyTheGivenKindsAreDrawn() {
        Random random = new Random(1);
        for (long seed = 0; seed < 100; seed++) {
            List<FaultKind> some = new ArrayList<>(EnumSet.allOf(FaultKind.class));
            some.removeIf(kind -> random.nextBoolean());
            if (!some.isEmpty()) {
                assertThat(FaultPlan.of(seed, some, 50, INTERVAL).faults())
                        .hasSize(50)
                        .allMatch(fault -> some.contains(fault.kind()));
            }
        }
    }

    private static FaultPlan plan(long seed, int count) {
        return FaultPlan.of(seed, List.of(FaultKind.values()), count, INTERVAL);
    }
}
