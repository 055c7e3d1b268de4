package io.github.etl2jfr.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.report.JfrRulesReport;
import org.owasp.encoder.Encode;

/** The jar is a bundle for Mission Control, and runs without it. */
class JarIT {
    private static final Path JAR = Path.of(System.getProperty("jar"));

    /** What the bundle requires is what these call themselves. */
    private static final List<Class<?>> BUNDLES = List.of(IQuantity.class, JfrLoaderToolkit.class, IRule.class);

    @Test
    void isABundle() throws Exception {
        Attributes manifest = manifest(JAR);
        assertThat(manifest.getValue("Bundle-SymbolicName")).isEqualTo("io.github.etl2jfr.views;singleton:=true");
        assertThat(manifest.getValue("Bundle-Version")).matches("\\d+\\.\\d+\\.\\d+(\\.\\w+)?");
        List<String> names = new ArrayList<>();
        for (Class<?> type : BUNDLES) {
            names.add(manifest(location(type)).getValue("Bundle-SymbolicName").replaceFirst(";.*", ""));
        }
        assertThat(manifest.getValue("Require-Bundle").split(",", -1)).hasSameElementsAs(names);
    }

    @Test
    void extendsWhatIsThereToBeExtended() throws Exception {
        String points = text(location(IRule.class), "plugin.xml");
        assertThat(points).contains("<extension-point id=\"ruleProvider\"");
        String plugin = text(JAR, "plugin.xml");
        assertThat(plugin)
                .contains("point=\"org.openjdk.jmc.flightrecorder.rules.ruleProvider\"")
                .contains("point=\"org.openjdk.jmc.flightrecorder.ui.datapage\"");
        Matcher pages = Pattern.compile("<pages file=\"([^\"]+)\"").matcher(plugin);
        assertThat(pages.find()).isTrue();
        assertThat(text(JAR, pages.group(1))).contains("<pages>");
    }

    /** In a Java without Flight Recorder, and without gson, which the terminal's views need. */
    @Test
    void runsWithNothingButMissionControlsCore() throws Exception {
        String classPath = Stream.concat(
                        Stream.of(JAR),
                        Stream.of(IQuantity.class, JfrLoaderToolkit.class, IRule.class, Encode.class, LZ4Factory.class)
                                .map(JarIT::location))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Process report = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules=java.desktop,java.logging,java.management",
                        "-cp",
                        classPath,
                        JfrRulesReport.class.getName(),
                        "-format",
                        "text",
                        Samples.PLAIN.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(report.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(report.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("Rule: JVM Threads Starved of Processors", "Rule: Trace Lost Data", "Severity: Warning")
                .doesNotContain("Exception");
    }

    private static Attributes manifest(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes();
        }
    }

    private static String text(Path jar, String entry) throws IOException {
        try (JarFile file = new JarFile(jar.toFile());
                InputStream text = file.getInputStream(file.getEntry(entry))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
