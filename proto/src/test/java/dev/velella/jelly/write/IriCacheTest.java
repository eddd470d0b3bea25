package dev.velella.jelly.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cache of IRIs never takes one for another, whatever was asked before. */
class IriCacheTest {
    @Test
    void anIriIsItselfAmongManyMoreThanAreKept() {
        IriCache cache = new IriCache(8, true);
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            int n = random.nextInt(i % 1000 < 500 ? 20 : 5000);
            String iri = "http://example.org/" + n % 7 + "/" + n;
            CachedIri entry = cache.get(iri);
            assertThat(entry.iri).isEqualTo(iri);
            assertThat(entry.prefix.text).isEqualTo("http://example.org/" + n % 7 + "/");
        }
    }

    @Test
    void irisOfOnePrefixShareIt() {
        IriCache cache = new IriCache(128, true);
        assertThat(cache.get("urn:uuid:1").prefix).isSameAs(cache.get("urn:uuid:2").prefix);
        assertThat(cache.get("urn:uuid:1").prefix.text).isEqualTo("urn:uuid:");
        assertThat(cache.get("http://h/a#b").prefix.text).isEqualTo("http://h/a#");
        assertThat(cache.get("name").prefix.text).isEmpty();
    }

    @Test
    void withoutAPrefixTableIrisStayWhole() {
        assertThat(new IriCache(8, false).get("http://h/a").prefix.text).isEmpty();
    }
}
