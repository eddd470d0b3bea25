package dev.velella.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The directions of the modules: which may see which, and who may see Kafka. */
class ArchitectureTest {
    private static final String[] PROTO = {
        "dev.velella.rdf..",
        "dev.velella.capture..",
        "dev.velella.jelly..",
        "dev.velella.rdfpatch..",
        "dev.velella.keyframe..",
        "dev.velella.edge.."
    };
    private static final String[] APPLICATION = {
        "dev.velella.cli..",
        "dev.velella.quickstart..",
        "dev.velella.failure..",
        "dev.velella.convert..",
        "dev.velella.inspect..",
        "dev.velella.topic..",
        "dev.velella.verify..",
        "dev.velella.past..",
        "dev.velella.forget..",
        "dev.velella.status..",
        "dev.velella.page.."
    };
    private static final String[] CONVERTER = {
        "dev.velella.record..",
        "dev.velella.serde..",
        "dev.velella.cluster..",
        "dev.velella.document..",
        "dev.velella.graph..",
        "dev.velella.options..",
        "dev.velella.secret..",
        "dev.velella.serving..",
        "dev.velella.converter.."
    };
    private static final String[] MIDDLE = {
        "dev.velella.source..",
        "dev.velella.diff..",
        "dev.velella.sink..",
        "dev.velella.serve..",
        "dev.velella.grpc..",
        "dev.velella.outbox.."
    };
    /** Shared by the modules that read the log of patches. */
    private static final String LOG = "dev.velella.log..";

    private static JavaClasses velella;

    @BeforeAll
    static void importClasses() {
        velella = new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests())
                .importPackages("dev.velella");
    }

    @Test
    void protoKnowsNeitherKafkaNorTheModulesAbove() {
        noClasses()
                .that()
                .resideInAnyPackage(PROTO)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(CONVERTER)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(MIDDLE)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(APPLICATION)
                .check(velella);
    }

    @Test
    void converterKnowsOnlyProto() {
        noClasses()
                .that()
                .resideInAnyPackage(CONVERTER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(MIDDLE)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(APPLICATION)
                .check(velella);
    }

    @Test
    void thePartsOfThePipelineNeverSeeEachOther() {
        for (String one : MIDDLE) {
            for (String other : MIDDLE) {
                if (!one.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(one)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(other)
                            .check(velella);
                }
            }
        }
    }

    @Test
    void onlyReadersOfTheLogSeeIt() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.velella.source..", "dev.velella.diff..", "dev.velella.sink..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(LOG)
                .check(velella);
        noClasses()
                .that()
                .resideInAPackage(LOG)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(MIDDLE)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(APPLICATION)
                .check(velella);
    }

    @Test
    void nothingDependsOnTheApplication() {
        classes()
                .that()
                .resideInAnyPackage(APPLICATION)
                .should()
                .onlyBeAccessed()
                .byAnyPackage(APPLICATION)
                .check(velella);
    }

    @Test
    void theDiffAppAndWhatPlainClientsUseKnowNothingOfConnect() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.velella.diff..", "dev.velella.record..", "dev.velella.serde..", "dev.velella.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka.connect..")
                .check(velella);
    }

    @Test
    void pluginPartsUseOnlyTheApiOfConnect() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.velella.converter..", "dev.velella.source..", "dev.velella.sink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.connect.runtime..", "org.apache.kafka.connect.cli..")
                .check(velella);
    }

    @Test
    void storesKnowNothingOfKafka() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.velella.sink.error..",
                        "dev.velella.sink.store..",
                        "dev.velella.sink.directory..",
                        "dev.velella.sink.query..",
                        "dev.velella.sink.embedded..",
                        "dev.velella.sink.remote..",
                        "dev.velella.sink.endpoint..",
                        "dev.velella.sink.view..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(velella);
    }

    /** So a new source type is one folder, and one line in the list of types. */
    @Test
    void onlyTheConnectorSeesTheSourceTypes() {
        for (String type : List.of("simulator..", "file", "dump..", "http..", "mqtt..", "rdf4j..", "sparql..")) {
            String folder = "dev.velella.source." + type;
            noClasses()
                    .that()
                    .resideInAPackage("dev.velella.source..")
                    .and()
                    .resideOutsideOfPackages("dev.velella.source", folder)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(folder)
                    .check(velella);
        }
    }

    /** A new kind is one package and one line in the list. */
    @Test
    void onlyTheListOfTargetsKnowsTheirKinds() {
        String[] kinds = {
            "dev.velella.sink.targets.memory..",
            "dev.velella.sink.targets.lmdb..",
            "dev.velella.sink.targets.http..",
            "dev.velella.sink.targets.sparql.."
        };
        for (String kind : kinds) {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(kind)
                    .and()
                    .doNotHaveFullyQualifiedName("dev.velella.sink.options.TargetTypes")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(kind)
                    .check(velella);
        }
    }

    /** A package is a room in which one finds the way. */
    @Test
    void noPackageHoldsMoreThanTwentyFiveClasses() {
        Map<String, Long> sizes = velella.stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.getSimpleName().equals("package-info")
                        && !type.getPackageName().contains(".proto."))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        assertThat(sizes)
                .hasSizeGreaterThan(50)
                .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(25));
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.velella.(**)").should().beFreeOfCycles().check(velella);
    }
}
