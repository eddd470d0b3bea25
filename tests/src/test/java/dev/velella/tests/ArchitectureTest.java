package dev.velella.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The directions of the modules: which may see which, and who may see Kafka. */
@AnalyzeClasses(packages = "dev.velella", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PROTO = {"dev.velella.rdf..", "dev.velella.jelly..", "dev.velella.rdfpatch.."};
    private static final String[] ABOVE_PROTO = {
        "dev.velella.converter..",
        "dev.velella.source..",
        "dev.velella.diff..",
        "dev.velella.sink..",
        "dev.velella.cli..",
        "dev.velella.quickstart..",
        "org.apache.kafka.."
    };

    @ArchTest
    static final ArchRule protoKnowsNeitherKafkaNorTheModulesAbove = noClasses()
            .that()
            .resideInAnyPackage(PROTO)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ABOVE_PROTO);

    @ArchTest
    static final ArchRule converterKnowsOnlyProto = noClasses()
            .that()
            .resideInAPackage("dev.velella.converter..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.velella.source..",
                    "dev.velella.diff..",
                    "dev.velella.sink..",
                    "dev.velella.cli..",
                    "dev.velella.quickstart..");

    @ArchTest
    static final ArchRule sourceDiffAndSinkNeverSeeEachOther =
            slices().matching("dev.velella.(source|diff|sink)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule nothingDependsOnTheApplication = classes()
            .that()
            .resideInAnyPackage("dev.velella.cli..", "dev.velella.quickstart..")
            .should()
            .onlyBeAccessed()
            .byAnyPackage("dev.velella.cli..", "dev.velella.quickstart..");

    @ArchTest
    static final ArchRule theDiffAppKnowsNothingOfConnect = noClasses()
            .that()
            .resideInAPackage("dev.velella.diff..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.connect..");

    @ArchTest
    static final ArchRule pluginPartsUseOnlyTheApiOfConnect = noClasses()
            .that()
            .resideInAnyPackage("dev.velella.converter..", "dev.velella.source..", "dev.velella.sink..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka.connect.runtime..", "org.apache.kafka.connect.cli..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.velella.(**)").should().beFreeOfCycles();
}
