package dev.velella.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The directions of the packages: a package for each suite, below them the shared ones, and the command on top. */
class RoomsTest {
    private static final String ROOT = "dev.velella.bench";

    /** JMH's annotation processor makes classes of its own. */
    private static final ImportOption WRITTEN_BY_HAND = location -> !location.contains("/jmh_generated/");

    private static JavaClasses bench;

    @BeforeAll
    static void importClasses() {
        bench = new ClassFileImporter().withImportOption(WRITTEN_BY_HAND).importPackages(ROOT);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(bench);
    }

    @Test
    void nothingDependsOnTheCommand() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .check(bench);
    }

    @Test
    void figuresAndTheDataOfSuitesKnowNoSuite() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".measure", ROOT + ".data", ROOT + ".process")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..")
                        .and(resideOutsideOfPackages(ROOT + ".measure", ROOT + ".data", ROOT + ".process")))
                .check(bench);
    }
}
