package io.github.etl2jfr;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** Data flows one way, and so do the dependencies. */
class ArchitectureTest {
    private static final String ROOT = "io.github.etl2jfr";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBeforeThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("bytes")
                .definedBy(ROOT + ".etl.bytes")
                .layer("parallel")
                .definedBy(ROOT + ".parallel")
                .layer("compression")
                .definedBy(ROOT + ".etl.compression")
                .layer("etl")
                .definedBy(ROOT + ".etl")
                .layer("kernel")
                .definedBy(ROOT + ".kernel")
                .layer("jfr")
                .definedBy(ROOT + ".jfr")
                .layer("scheduler")
                .definedBy(ROOT + ".scheduler")
                .layer("recording")
                .definedBy(ROOT + ".recording")
                .layer("alignment")
                .definedBy(ROOT + ".alignment")
                .layer("conversion")
                .definedBy(ROOT + ".conversion")
                .layer("cli")
                .definedBy(ROOT + ".cli")
                .whereLayer("bytes")
                .mayNotAccessAnyLayer()
                .whereLayer("parallel")
                .mayNotAccessAnyLayer()
                .whereLayer("compression")
                .mayOnlyAccessLayers("bytes")
                .whereLayer("etl")
                .mayOnlyAccessLayers("bytes", "compression")
                .whereLayer("kernel")
                .mayOnlyAccessLayers("bytes", "compression", "parallel", "etl")
                .whereLayer("jfr")
                .mayOnlyAccessLayers("bytes", "etl")
                .whereLayer("scheduler")
                .mayOnlyAccessLayers("bytes", "compression", "parallel", "etl", "kernel")
                .whereLayer("recording")
                .mayOnlyAccessLayers("bytes", "parallel", "etl", "jfr", "kernel", "scheduler")
                .whereLayer("alignment")
                .mayNotAccessAnyLayer()
                .whereLayer("conversion")
                .mayOnlyAccessLayers("parallel", "etl", "jfr", "kernel", "scheduler", "recording", "alignment")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .check(classes);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyTheRecordingKnowsFlightRecorder() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".recording")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.openjdk.jmc..", "jdk.jfr..")
                .check(classes);
    }
}
