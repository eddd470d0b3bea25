package dev.velella.jelly.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.velella.jelly.value.LightValueFactory;
import dev.velella.jelly.wire.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.eclipse.rdf4j.model.IRI;
import org.junit.jupiter.api.Test;

class TextCacheTest {
    private final TextCache cache = new TextCache();
    private final WireReader in = new WireReader(1000);

    private String find(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        in.open(bytes, 0);
        TextCache.Known known = cache.find(bytes, 0, bytes.length, in);
        return known == null ? null : known.text;
    }

    @Test
    void textsThatComeOnceDriveNoneOut() {
        String[] kept = new String[300];
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < kept.length; i++) {
                kept[i] = find("name" + i);
            }
        }
        for (int once = 0; once < 100_000; once++) {
            find("once" + once);
        }
        for (int i = 0; i < kept.length; i++) {
            assertThat(find("name" + i)).isNotNull().isSameAs(kept[i]);
        }
    }

    @Test
    void newTextsThatRecurTakeThePlacesOfThoseThatDoNotAnyMore() {
        for (int generation = 0; generation < 5; generation++) {
            int found = 0;
            for (int round = 0; round < 20; round++) {
                found = 0;
                for (int i = 0; i < 1000; i++) {
                    found += find("generation" + generation + "/" + i) != null ? 1 : 0;
                }
            }
            assertThat(found).as("generation %d", generation).isGreaterThan(950);
        }
    }

    @Test
    void textsAreFoundInTheOrderOfTheLastTimeAndInAnyOther() {
        String[] kept = new String[100];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < kept.length; i++) {
                kept[i] = find("name" + i);
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        int at = 0;
        for (int step = 0; step < 5_000; step++) {
            at = random.nextInt(4) == 0 ? random.nextInt(kept.length) : (at + 1) % kept.length;
            assertThat(find("name" + at)).isEqualTo("name" + at).isSameAs(kept[at]);
        }
    }

    /** Other texts come twice each and take all places that are not used. */
    @Test
    void textsThatAlwaysComeInOneOrderKeepTheirPlaces() {
        String[] kept = new String[100];
        int others = 0;
        for (int round = 0; round < 300; round++) {
            for (int i = 0; i < kept.length; i++) {
                String found = find("name" + i);
                others += found == kept[i] ? 0 : 1;
                kept[i] = found;
                find("twice" + round + "/" + i / 2);
            }
        }
        assertThat(others).isLessThan(300);
    }

    @Test
    void anIriIsFoundByTheStringsItWasBuiltFromAndByNoOthers() {
        BuiltIris iris = new BuiltIris();
        String name = "uv";
        String[] prefixes = new String[500];
        IRI[] built = new IRI[500];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = "http://ex.org/" + i + "/";
            built[i] = LightValueFactory.getInstance().createIRI(prefixes[i], name);
            iris.keep(prefixes[i], name, built[i]);
        }
        int found = 0;
        for (int i = 0; i < prefixes.length; i++) {
            IRI known = iris.find(prefixes[i], name);
            if (known != null) {
                assertThat(known).isSameAs(built[i]);
                found++;
            }
            assertThat(iris.find(new String(prefixes[i]), name)).isNull();
        }
        assertThat(found).isGreaterThan(450);
    }
}
