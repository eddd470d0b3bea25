package dev.velella.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What lies beside and within the plugin's zip besides the jars. */
class ReleaseFilesIT {
    private static final Path TARGET = Path.of("..", "deploy", "plugin", "target");

    /** Part of a licence's name in THIRD-PARTY.txt to the file with its text. */
    private static final Map<String, String> TEXTS = Map.of(
            "Apache", "Apache-2.0.txt",
            "BSD", "BSD-3-Clause.txt",
            "Eclipse Distribution", "BSD-3-Clause.txt",
            "MIT-0", "MIT-0.txt");

    private static Path zip() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(file -> file.toString().endsWith(".zip"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String entry(ZipFile zip, String end) throws IOException {
        ZipEntry entry = zip.stream()
                .filter(each -> each.getName().endsWith(end))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + end));
        return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> jarsOfOthers(ZipFile zip) {
        return zip.stream()
                .map(each -> each.getName().replaceFirst(".*/", ""))
                .filter(name -> name.endsWith(".jar") && !name.startsWith("velella-"))
                .toList();
    }

    @Test
    void theZipHasItsChecksums() throws Exception {
        Path zip = zip();
        for (Map.Entry<String, String> sum :
                Map.of(".sha256", "SHA-256", ".sha512", "SHA-512").entrySet()) {
            byte[] digest = MessageDigest.getInstance(sum.getValue()).digest(Files.readAllBytes(zip));
            assertThat(Files.readString(Path.of(zip + sum.getKey())).strip())
                    .isEqualTo(HexFormat.of().formatHex(digest) + " *" + zip.getFileName());
        }
    }

    @Test
    void everyJarHasTheTextOfItsLicence() throws Exception {
        try (ZipFile zip = new ZipFile(zip().toFile())) {
            Set<String> names = new HashSet<>();
            zip.stream().forEach(each -> names.add(each.getName()));
            List<String> licences = entry(zip, "/doc/THIRD-PARTY.txt").lines().toList();
            List<String> without = new ArrayList<>();
            for (String jar : jarsOfOthers(zip)) {
                String artifact = jar.replaceFirst("-[0-9].*", "");
                boolean inJar = names.stream()
                        .anyMatch(name ->
                                name.contains("/doc/licences/" + artifact + "-") && name.matches("(?i).*/licen[^/]*"));
                boolean known = licences.stream()
                        .filter(line -> line.contains(":" + artifact + ":"))
                        .anyMatch(line -> TEXTS.entrySet().stream()
                                .anyMatch(text -> line.contains(text.getKey())
                                        && names.stream()
                                                .anyMatch(name -> name.endsWith("/doc/licences/" + text.getValue()))));
                if (!inJar && !known) {
                    without.add(jar);
                }
            }
            assertThat(without).isEmpty();
            assertThat(names).anyMatch(name -> name.endsWith("/doc/licences/OpenLDAP-2.8.txt"));
            assertThat(names).anyMatch(name -> name.endsWith("/doc/LICENSE"));
            assertThat(names).anyMatch(name -> name.endsWith("/doc/NOTICE"));
        }
    }

    /** Maven makes no list when it is offline, so where there is none nothing is said. */
    @Test
    void theListOfWhatIsBundledNamesEveryJar() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(
                Files.exists(TARGET.resolve("sbom.cdx.json")), "made offline, without a list");
        try (ZipFile zip = new ZipFile(zip().toFile())) {
            JsonNode list = new ObjectMapper().readTree(entry(zip, "/doc/sbom.cdx.json"));
            assertThat(list.path("bomFormat").asText()).isEqualTo("CycloneDX");
            Set<String> listed = new HashSet<>();
            list.path("components")
                    .forEach(component -> listed.add(component.path("name").asText() + "-"
                            + component.path("version").asText()));
            assertThat(jarsOfOthers(zip))
                    .allSatisfy(jar -> assertThat(listed).anyMatch(component -> jar.startsWith(component)));
        }
    }
}
