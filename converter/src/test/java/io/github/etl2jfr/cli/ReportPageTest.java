package io.github.etl2jfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.etl2jfr.views.rules.MadeRecording;
import io.github.etl2jfr.views.rules.MadeRecording.Who;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/** What the report is as a page: findings, addresses, windows, paper, damage, in a real browser. */
class ReportPageTest extends ReportBrowser {
    /** It is closed at first, and its rest is there. */
    @Test
    void findingLeadsToItsWorstCase() {
        open(page, "");
        WebElement finding = browser.findElement(
                By.xpath("//details[contains(., 'Garbage Collection Paused for Want of a Processor')]"));
        WebElement moment = finding.findElement(By.cssSelector("[data-at]"));
        assertThat(moment.isDisplayed()).isFalse();
        finding.findElement(By.tagName("summary")).click();
        assertThat(finding.getText())
                .contains("from 1.793153 s on: for 26.338 ms", "The heap is not to blame for this part of a pause");
        moment.click();
        waitUntil(() -> hash().contains("chosen=slice"));
        assertThat(browser.findElement(By.id("details")).getText()).contains("ready for 26.", "GC Thread#1");
        noErrors();
    }

    /** What is shown stays as it is, and so does the address. */
    @Test
    void findingLeadsToATable() {
        open(page, "range=0.5,1.2");
        WebElement finding = browser.findElement(By.xpath("//details[contains(., 'Involuntary Switches')]"));
        finding.findElement(By.tagName("summary")).click();
        String address = hash();
        finding.findElement(By.linkText("Threads that ran on the processors that ready threads got in the end"))
                .click();
        waitFor("return Math.abs(document.getElementById('displacers-threads').getBoundingClientRect().top) < 50");
        assertThat(hash()).isEqualTo(address).contains("range=0.5");
        assertThat(browser.findElement(By.id("counted")).getText()).contains("0.500000 s to 1.200000 s");
        noErrors();
    }

    /** None of these threads has events. */
    @Test
    void findingLeadsToWhyATableIsMissing() {
        open(report(MERGED, "csrss.html", "--thread", "csrss*"), "range=0.5,1.2");
        WebElement finding =
                browser.findElement(By.xpath("//details[.//a[normalize-space()=\"The JVM's longest events\"]]"));
        finding.findElement(By.tagName("summary")).click();
        WebElement link = finding.findElement(By.partialLinkText("longest events"));
        link.click();
        WebElement missing = browser.findElement(By.id("explain-longest"));
        assertThat(missing.getText()).contains("no events of these threads of the JVM in it");
        waitFor("return Math.abs(document.getElementById('explain-longest').getBoundingClientRect().top) < 50");
        // Whatever a link leads to, the script goes on.
        browser.executeScript("arguments[0].hash = 'nowhere'", link);
        link.click();
        noErrors();
    }

    @Test
    void keysAreTold() {
        open(page, "");
        assertThat(browser.findElement(By.id("details")).getText())
                .contains(
                        "as left and right do", "over the names: other lanes", "Enter", "at first the first thread's");
        assertThat(browser.findElement(By.id("scroll")).getAttribute("aria-label"))
                .contains("left and right", "up and down", "n and p", "0 shows", "Escape", "Enter");
        noErrors();
    }

    @Test
    void addressRestoresWhatIsShown() {
        // The pause of a garbage collection, on the VM's thread.
        open(page, "range=1.939,1.948");
        WebElement row = browser.findElement(
                By.xpath("//table[@id='explain-longest']//tr[td[text()='GCPhasePause'] and td[text()='7.678']]"));
        row.findElement(By.cssSelector("[data-at]")).click();
        waitUntil(() -> !address("from").isEmpty());
        browser.findElement(By.cssSelector("#sort option[value=name]")).click();
        browser.findElement(By.id("filter")).sendKeys("VM");
        browser.findElement(By.id("theme")).click();
        waitUntil(() -> hash().contains("theme=dark"));
        String details = browser.findElement(By.id("details")).getText();
        assertThat(details).contains("GCPhasePause: 7.678 ms", "VM Thread", "7.426 ms", "services (77)");
        String address = hash();
        open(page, address);
        assertThat(browser.findElement(By.id("details")).getText()).isEqualTo(details);
        assertThat(browser.findElement(By.id("filter")).getAttribute("value")).isEqualTo("VM");
        assertThat(browser.findElement(By.id("sort")).getAttribute("value")).isEqualTo("name");
        browser.findElement(By.id("scroll")).sendKeys("a");
        browser.findElement(By.id("scroll")).sendKeys("d");
        assertThat(hash()).contains("filter=VM", "sort=name", "theme=dark", "chosen=event");
        noErrors();
    }

    /** Whoever names a program may name it anything. */
    @Test
    void namesAreNeverMarkup() throws IOException {
        String image = "</script><img src=x onerror=\"document.title='owned'\"><b>&amp;\u001b[2J.exe";
        Path file = Files.write(directory.resolve("evil.etl"), NamedProgram.trace(image));
        Path evil = report(file);
        assertThat(Files.readString(evil)).doesNotContain("<img", "\u001b").contains("&lt;img src=x");
        // As it was written, and as the script fills it.
        for (String fragment : List.of("", "filter=img&thread=0")) {
            open(evil, fragment);
            assertThat(browser.getTitle()).isEqualTo("evil.etl");
            assertThat(browser.findElements(By.cssSelector("img, b"))).isEmpty();
            assertThat(cells("threads-threads")
                            .get(0)
                            .get(keys("threads-threads").indexOf("process")))
                    .isEqualTo("</script><img src=x onerror=\"document.title='owned'\"><b>&amp;\\u001b[2J.exe (100)");
            noErrors();
        }
        new Actions(browser).sendKeys(Keys.ESCAPE).perform();
        noErrors();
    }

    /** It may be that of another page, or be cut off on its way. */
    @Test
    void addressOfAnyContentIsDrawn() throws IOException {
        Who thread = Who.java("main", 7);
        MadeRecording made =
                made().running(thread, 0, 1000, 0).breakdown(null, "jdk.ClassLoad", 400, 500, 0, 0, 0, null);
        List<String> addresses = new ArrayList<>(List.of(
                "%",
                "&&==",
                "thread=x",
                "thread=-1",
                "thread=99999",
                "thread=length",
                "thread=constructor",
                "only=99999",
                "only=__proto__",
                "from=x&to=y",
                "from=2&to=1",
                "from=Infinity&to=Infinity",
                "from=-1e300&to=1e300",
                "range=,",
                "range=1,2,3",
                "range=Infinity,1",
                "range=-1e300,1e300",
                "chosen=event",
                "chosen=event,-1,0",
                "chosen=event,0.5,0",
                "chosen=slice,99999,0.5",
                "chosen=cpu,99999,0.5",
                "chosen=x,x,x",
                // Of no thread.
                "chosen=event,0,0.4",
                "filter=%00%F0",
                "sort=constructor",
                "sort=%22]",
                "theme=sepia"));
        // On a page of one thread most of those of the recording have a number, and nothing is told of them.
        Path narrow = report(MERGED, "narrow.html", "--thread", "cpu-hog", "--from", "1.2", "--to", "1.21");
        for (Path file : List.of(report(made, "one-thread"), narrow)) {
            open(file, addresses.get(0));
            addresses.forEach(ReportPageTest::checkDrawn);
            Stream.iterate(0, i -> i < 40, i -> i + 1).forEach(i -> {
                checkDrawn("thread=" + i);
                checkDrawn("only=" + i);
            });
        }
    }

    /** A browser that is too old, or a file that was cut off. */
    @Test
    void pageSaysThatItsDataCannotBeRead() throws IOException {
        Path cut = Files.writeString(
                directory.resolve("cut-off.html"),
                Files.readString(page).replaceFirst("(id=\"data\">[^<]{1000})[^<]*", "$1"));
        checkFailure(cut, "");
        Object old = browser.executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of("source", "delete globalThis.DecompressionStream"))
                .get("identifier");
        checkFailure(page, "DecompressionStream is not defined");
        browser.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", old));
        open(page, "");
        assertThat(browser.findElement(By.id("failed")).isDisplayed()).isFalse();
        noErrors();
    }

    private static void checkFailure(Path file, String why) {
        browser.get("about:blank");
        browser.get(file.toUri().toString());
        waitUntil(() -> browser.findElement(By.id("failed")).isDisplayed());
        assertThat(browser.findElement(By.id("failed")).getText()).contains("Firefox 120", why);
        assertThat(browser.findElement(By.id("timeline")).isDisplayed()).isFalse();
        assertThat(cells("threads-threads")).isNotEmpty();
        // What went wrong is there to be read, too.
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll()).hasSize(1);
    }

    /** Half a screen, or a telephone. */
    @ParameterizedTest
    @ValueSource(ints = {750, 400})
    void narrowWindow(int width) throws IOException {
        inAWindow(width, 900, () -> {
            open(page, "");
            // A processor that is never idle is drawn there.
            assertThat(pixel(picture(), width() * 45 / 100, GAP + 8))
                    .isNotEqualTo(pixel(picture(), width() * 45 / 100, GAP + 18));
            assertThat(browser.findElement(By.className("bar")).getSize().getHeight())
                    .isLessThan(170);
            noErrors();
        });
    }

    /** Those that tell most are wider than most windows, and are scrolled. */
    @ParameterizedTest
    @ValueSource(ints = {1366, 1500, 1920})
    @SuppressWarnings("unchecked") // what a script returns
    void tablesHaveRoom(int width) throws IOException {
        inAWindow(width, 900, () -> {
            open(page, "");
            assertThat((List<String>) browser.executeScript("return [...document.querySelectorAll('.tables .scroll')]"
                            + ".filter(each => each.scrollWidth > each.clientWidth)"
                            + ".map(each => each.parentElement.className)"))
                    .isSubsetOf("explain-longest", "threads-threads");
            noErrors();
        });
    }

    /** On a telephone, too. */
    @Test
    void wordsBesideTheOverviewStayThere() throws IOException {
        inAWindow(375, 900, () -> {
            open(page, "");
            WebElement head = browser.findElement(By.id("head"));
            BufferedImage picture = ImageIO.read(new ByteArrayInputStream(head.getScreenshotAs(OutputType.BYTES)));
            long gutter = Math.min(GUTTER, width() * 2 / 5);
            for (long x = gutter - 8; x < gutter - 1; x++) {
                for (int y = 1; y < 63; y++) {
                    assertThat(pixel(picture, x, y)).as("%d, %d", x, y).isEqualTo(pixel(picture, 2, 2));
                }
            }
            noErrors();
        });
    }

    /** All of the tables and findings is on paper, which is light. */
    @Test
    void print() throws IOException {
        // A4, without its margins.
        inAWindow(1046, 718, () -> {
            open(page, "theme=dark");
            browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
            browser.executeScript("dispatchEvent(new Event('beforeprint'))");
            assertThat((Boolean) browser.executeScript("return [...document.querySelectorAll('.scroll')].every(each =>"
                            + " each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight)"))
                    .isTrue();
            assertThat((Long) browser.executeScript("const range = document.createRange();"
                            + " return [...document.querySelectorAll('td:is(.count, .id, .time, .share, .moment)')]"
                            + ".filter(cell => {"
                            + " let text = cell; while (text.firstChild) text = text.firstChild;"
                            + " range.selectNodeContents(text);"
                            + " return new Set([...range.getClientRects()].map(line => line.top)).size > 1;"
                            + " }).length"))
                    .as("numbers in several lines")
                    .isZero();
            assertThat((Boolean) browser.executeScript(
                            "return [...document.querySelectorAll('.findings details')].every(each => each.open)"))
                    .isTrue();
            assertThat(browser.findElement(By.id("theme")).isDisplayed()).isFalse();
            assertThat(browser.findElement(By.tagName("section")).getCssValue("background-color"))
                    .isEqualTo("rgba(255, 255, 255, 1)");
            assertThat(browser.findElement(By.id("counted")).isDisplayed()).isFalse();
            // Nothing else says that the tables do not count all.
            show("range=0.5,1.2");
            assertThat(browser.findElement(By.id("counted")).getText()).contains("0.500000 s to 1.200000 s");
            assertThat(browser.findElement(By.id("reset")).isDisplayed()).isFalse();
            noErrors();
        });
    }

    /** What is done in a window of its own. */
    private interface Use {
        void use() throws IOException;
    }

    private static void inAWindow(int width, int height, Use use) throws IOException {
        String before = browser.getWindowHandle();
        browser.switchTo().newWindow(WindowType.TAB);
        try {
            browser.executeCdpCommand(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
            use.use();
        } finally {
            browser.close();
            browser.switchTo().window(before);
        }
    }
}
