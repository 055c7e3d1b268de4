package io.github.etl2jfr;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.nio.channels.NetworkChannel;
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
                .ensureAllClassesAreContainedInArchitecture()
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
                .layer("follow")
                .definedBy(ROOT + ".follow")
                .layer("recording")
                .definedBy(ROOT + ".recording")
                .layer("alignment")
                .definedBy(ROOT + ".alignment")
                .layer("merge")
                .definedBy(ROOT + ".merge")
                .layer("conversion")
                .definedBy(ROOT + ".conversion")
                .layer("options")
                .definedBy(ROOT + ".options")
                .layer("system")
                .definedBy(ROOT + ".system")
                .layer("views")
                .definedBy(ROOT + ".views..")
                .layer("reading")
                .definedBy(ROOT + ".reading")
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
                .whereLayer("follow")
                .mayOnlyAccessLayers("etl", "kernel", "scheduler")
                .whereLayer("recording")
                .mayOnlyAccessLayers("bytes", "parallel", "etl", "jfr", "kernel", "scheduler")
                .whereLayer("alignment")
                .mayNotAccessAnyLayer()
                .whereLayer("merge")
                .mayOnlyAccessLayers("parallel", "etl", "jfr", "kernel", "scheduler", "recording", "alignment")
                .whereLayer("conversion")
                .mayOnlyAccessLayers(
                        "parallel", "etl", "kernel", "scheduler", "recording", "merge", "options", "system")
                .whereLayer("options")
                .mayOnlyAccessLayers("etl")
                .whereLayer("system")
                .mayOnlyAccessLayers("parallel", "options")
                .whereLayer("views")
                .mayNotAccessAnyLayer()
                .whereLayer("views")
                .mayOnlyBeAccessedByLayers("reading", "cli")
                .whereLayer("reading")
                .mayOnlyAccessLayers("etl", "jfr", "recording", "views")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .check(classes);
    }

    /** A recording is read and added up, put into tables, and these are shown; how that is worded is known to all. */
    @Test
    void viewsUseOnlyThoseBeforeThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("text")
                .definedBy(ROOT + ".views.text")
                .layer("rules")
                .definedBy(ROOT + ".views.rules")
                .layer("model")
                .definedBy(ROOT + ".views.model")
                .layer("findings")
                .definedBy(ROOT + ".views.findings")
                .layer("table")
                .definedBy(ROOT + ".views.table")
                .layer("terminal")
                .definedBy(ROOT + ".views.terminal")
                .layer("report")
                .definedBy(ROOT + ".views.report")
                .whereLayer("text")
                .mayNotAccessAnyLayer()
                .whereLayer("rules")
                .mayNotAccessAnyLayer()
                .whereLayer("model")
                .mayNotAccessAnyLayer()
                .whereLayer("findings")
                .mayOnlyAccessLayers("model", "rules")
                .whereLayer("table")
                .mayOnlyAccessLayers("text", "model")
                .whereLayer("terminal")
                .mayOnlyAccessLayers("text", "model", "findings", "table")
                .whereLayer("report")
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
                .resideOutsideOfPackages(ROOT + ".recording", ROOT + ".views..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.openjdk.jmc..", "jdk.jfr..")
                .check(classes);
    }

    /** What people see is made of plain records; and Mission Control runs the rules without the other views. */
    @Test
    void onlyRulesAndFindingsKnowMissionControl() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage(ROOT + ".views..")
                .and()
                .resideOutsideOfPackages(ROOT + ".views.rules", ROOT + ".views.findings")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.openjdk.jmc..")
                .check(classes);
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage(ROOT + ".views.rules")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(resideInAPackage(ROOT + ".views.rules"))))
                .check(classes);
    }

    @Test
    void nothingKnowsANetwork() {
        ArchRuleDefinition.noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "javax.net..", "java.rmi..", "javax.management..", "com.sun.net..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(NetworkChannel.class)
                .check(classes);
    }
}
