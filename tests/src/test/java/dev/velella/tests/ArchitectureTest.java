package dev.velella.tests;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import dev.velella.sink.targets.TargetType;
import dev.velella.source.task.SourceType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The directions in the house, as the tables of {@code docs/design.md} give them ({@link HousePlan}): which module may use
 * which, which package which, and what of Kafka. A class tells its module by the place that it was loaded from.
 */
class ArchitectureTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static HousePlan plan;
    private static JavaClasses all;
    /** Those of the modules that the plan knows. */
    private static List<JavaClass> ours;
    /** What each of them uses of them. */
    private static Map<JavaClass, Set<JavaClass>> arrows;

    @BeforeAll
    static void importClasses() throws IOException {
        plan = HousePlan.of(Files.readString(ROOT.resolve("docs/design.md")));
        all = new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests())
                .importPackages("dev.velella", "org.eclipse.rdf4j.sail");
        ours = all.stream()
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> plan.module(type).isPresent())
                .toList();
        Set<JavaClass> known = Set.copyOf(ours);
        arrows = ours.stream()
                .collect(Collectors.toMap(from -> from, from -> from.getDirectDependenciesFromSelf().stream()
                        .map(each -> each.getTargetClass().getBaseComponentType())
                        .filter(known::contains)
                        .collect(Collectors.toSet())));
    }

    /** So no package is forgotten, and none that is gone is named. */
    @Test
    void theTablesNameThePackagesThatThereAre() throws IOException {
        Set<String> packages = new TreeSet<>();
        for (String module : plan.modules()) {
            Path sources = ROOT.resolve(module).resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .map(file -> sources.relativize(file.getParent()).toString())
                            .forEach(folder -> packages.add(folder.replace('/', '.')));
                }
            }
        }
        assertThat(packages).hasSizeGreaterThan(100).allSatisfy(name -> assertThat(plan.row(name))
                .as("row of docs/design.md for %s", name)
                .isPresent());
        Set<String> known = ours.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        known.addAll(packages);
        assertThat(plan.packages()).allSatisfy(named -> assertThat(known)
                .as("packages below %s, which docs/design.md names", named)
                .anyMatch(name -> name.equals(named) || name.startsWith(named + ".")));
        packages.removeIf(name -> name.startsWith("dev.velella.broker")); // a process of its own
        assertThat(known).containsAll(packages);
    }

    @Test
    void aModuleUsesThoseThatTheTableOfPartsAllows() {
        assertThat(wrong((from, to) -> plan.mayUse(
                        plan.module(from).orElseThrow(), plan.module(to).orElseThrow())))
                .isEmpty();
    }

    @Test
    void aPackageUsesThoseAboveItInItsTable() {
        assertThat(wrong((from, to) -> plan.isAbove(to.getPackageName(), from.getPackageName())))
                .isEmpty();
    }

    /** Version 1 of the record protocol is behind the encoder and decoder of records; the tools for topics show it. */
    @Test
    void onlyRecordsAndTheToolsForTopicsSeeVersionOne() {
        String fenced = "dev.velella.keyframe";
        Set<String> allowed = Set.of(fenced, "dev.velella.record", "dev.velella.topic", "dev.velella.topic.show");
        assertThat(wrong((from, to) -> !to.getPackageName().equals(fenced) || allowed.contains(from.getPackageName())))
                .isEmpty();
        assertThat(
                        wrong((from, to) -> !to.getPackageName().equals(fenced)
                                        || from.getPackageName().equals(fenced))
                                .stream()
                                .map(arrow -> arrow.replaceAll("[$ ].*", "")))
                .as("classes outside of the package that see version 1")
                .isNotEmpty()
                .satisfies(files -> assertThat(Set.copyOf(files)).hasSizeLessThanOrEqualTo(12));
    }

    /** Of the service, gRPC has the reading of the log only. */
    @Test
    void grpcUsesTheLogAlone() {
        assertThat(wrong((from, to) -> !from.getPackageName().startsWith("dev.velella.grpc")
                        || !to.getPackageName().startsWith("dev.velella.serve")))
                .isEmpty();
    }

    @Test
    void aPackageUsesOfKafkaWhatItsRowAllows() {
        Set<String> wrong = new TreeSet<>();
        for (JavaClass type : ours) {
            HousePlan.Row row = plan.row(type.getPackageName()).orElseThrow();
            for (Dependency each : type.getDirectDependenciesFromSelf()) {
                String other = each.getTargetClass().getBaseComponentType().getName();
                if (other.startsWith("org.apache.kafka.") && !row.mayUseOfKafka(other)) {
                    wrong.add(type.getName() + " uses " + other + ", but its row allows: " + row.kafka());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** So a new kind is one folder and one line in the list, which is the only class of its module that knows it. */
    @Test
    void onlyTheListsKnowTheKindsOfSourcesAndTargets() {
        List<String> lists = List.of("dev.velella.source.SourceTypes", "dev.velella.sink.options.TargetTypes");
        for (String list : lists) {
            Set<String> kinds = all.get(list).getDirectDependenciesFromSelf().stream()
                    .map(each -> each.getTargetClass())
                    .filter(ArchitectureTest::isKind)
                    .map(JavaClass::getPackageName)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(kinds).as(list).hasSizeGreaterThan(3);
            assertThat(plan.packages()).as("rows of docs/design.md").containsAll(kinds);
            for (String kind : kinds) {
                assertThat(wrong((from, to) -> from.getName().equals(list)
                                || !plan.module(from).equals(plan.module(to))
                                || !isWithin(to.getPackageName(), kind)
                                || isWithin(from.getPackageName(), kind)))
                        .as(kind)
                        .isEmpty();
            }
        }
    }

    /** Whether a class is the type of a target, or declares the type of a source. */
    private static boolean isKind(JavaClass type) {
        return type.isAssignableTo(TargetType.class) && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                || type.getFields().stream()
                        .anyMatch(field -> field.getName().equals("TYPE")
                                && field.getRawType().isEquivalentTo(SourceType.class));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.velella.(**)").should().beFreeOfCycles().check(all);
    }

    private static boolean isWithin(String name, String folder) {
        return name.equals(folder) || name.startsWith(folder + ".");
    }

    private interface Arrow {
        boolean isAllowed(JavaClass from, JavaClass to);
    }

    /** The arrows between classes of ours that a rule does not allow. */
    private static Set<String> wrong(Arrow rule) {
        Set<String> wrong = new TreeSet<>();
        arrows.forEach((from, used) -> used.stream()
                .filter(to -> !rule.isAllowed(from, to))
                .forEach(to -> wrong.add(from.getName() + " uses " + to.getName())));
        return wrong;
    }
}
