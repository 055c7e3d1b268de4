package io.github.etl2jfr.agent;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.channels.NetworkChannel;
import org.junit.jupiter.api.Test;

/** What the agent's packages know of each other, and of the other modules what lies in its jar. */
class AgentArchitectureTest {
    private static final String ROOT = "io.github.etl2jfr";
    private static final String AGENT = ROOT + ".agent";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBeforeThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("live")
                .definedBy(AGENT + ".live")
                .layer("profile")
                .definedBy(AGENT + ".profile")
                .layer("jna")
                .definedBy(AGENT + ".profile.jna")
                .layer("feed")
                .definedBy(AGENT + ".feed")
                .layer("agent")
                .definedBy(AGENT)
                .whereLayer("live")
                .mayNotAccessAnyLayer()
                .whereLayer("profile")
                .mayOnlyAccessLayers("live")
                .whereLayer("jna")
                .mayOnlyAccessLayers("profile")
                .whereLayer("jna")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("feed")
                .mayOnlyAccessLayers("live", "profile")
                .whereLayer("agent")
                .mayNotBeAccessedByAnyLayer()
                .check(classes);
    }

    /** The jar has no more of the others than this (agent/pom.xml); what is used of it may need nothing else either. */
    @Test
    void usesOfTheOtherModulesWhatIsInItsJar() {
        DescribedPredicate<JavaClass> inTheJar = resideInAPackage(AGENT + "..")
                .or(resideInAnyPackage(
                        ROOT + ".etl..",
                        ROOT + ".follow",
                        ROOT + ".jfr",
                        ROOT + ".kernel",
                        ROOT + ".options",
                        ROOT + ".parallel",
                        ROOT + ".scheduler",
                        ROOT + ".system",
                        ROOT + ".views.text"));
        noClasses()
                .that(inTheJar)
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(inTheJar)))
                .check(classes);
    }

    /** JNA has a class loader of its own, with what calls it. */
    @Test
    void onlyTheNativeCallsKnowJna() {
        noClasses()
                .that()
                .resideOutsideOfPackage(AGENT + ".profile.jna")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.sun.jna..")
                .check(classes);
    }

    /** A URL tells where the agent's own classes are. */
    @Test
    void nothingKnowsANetwork() {
        noClasses()
                .that()
                .resideInAPackage(AGENT + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.net..", "javax.net..", "java.rmi..", "javax.management..", "com.sun.net..")
                        .and(not(belongToAnyOf(URL.class, URISyntaxException.class))))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(NetworkChannel.class)
                .check(classes);
    }
}
