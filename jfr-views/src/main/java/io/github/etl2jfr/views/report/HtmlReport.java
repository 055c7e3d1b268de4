package io.github.etl2jfr.views.report;

import io.github.etl2jfr.views.findings.Findings;
import io.github.etl2jfr.views.findings.RuleRun;
import io.github.etl2jfr.views.model.Load;
import io.github.etl2jfr.views.model.Overview;
import io.github.etl2jfr.views.model.Recording;
import io.github.etl2jfr.views.model.RecordingException;
import io.github.etl2jfr.views.model.Session;
import io.github.etl2jfr.views.model.ThreadChoice;
import io.github.etl2jfr.views.model.TraceReader;
import io.github.etl2jfr.views.terminal.HtmlTables;
import io.github.etl2jfr.views.terminal.TraceNotes;
import io.github.etl2jfr.views.text.Amount;
import io.github.etl2jfr.views.text.Harmless;
import io.github.etl2jfr.views.text.Time;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** A web page that tells what a recording tells. It holds all it needs, and may load nothing. */
public final class HtmlReport {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");
    private static final int LONGEST_KEPT = 100;

    /** Columns of the picture above the lanes: about as many pixels as there are for it. */
    private static final int COLUMNS = 1000;

    /** The scripts, which make one function in this order: each sees what those before it have defined. */
    private static final List<String> SCRIPTS =
            List.of("data", "address", "words", "lanes", "drawing", "details", "paths", "tables", "input", "start");

    private final Timeline timeline;
    private final Overview overview = new Overview(LONGEST_KEPT);
    private final Load load = new Load(COLUMNS);
    private final boolean wantsFindings;

    /** What the rules found; null if nobody wants to know. */
    private Findings findings;

    private TraceReader reader;

    /** The processes that are JVMs; null if the user does not say. */
    private ThreadChoice jvms;

    /**
     * An empty one.
     *
     * @param most slices to draw, the longest, and as many of the JVM's events; what is told of the whole time counts
     *     all
     * @param wantsFindings whether rules are asked, which takes time and memory in the number of events
     */
    public HtmlReport(int most, boolean wantsFindings) {
        this.wantsFindings = wantsFindings;
        timeline = new Timeline(most);
    }

    /** Wants findings about these JVMs, not all that are called as JVMs are; to be said before it is read. */
    public void chooseJvms(ThreadChoice chosen) {
        jvms = chosen;
    }

    /**
     * Reads a recording.
     *
     * @param window the time to look at
     * @param choice the threads to look at; on processors all are drawn
     * @throws RecordingException if it cannot be shown
     */
    public void read(Recording recording, TraceReader.Window window, ThreadChoice choice)
            throws IOException, RecordingException {
        reader = TraceReader.read(recording, window, choice, overview, load, timeline);
        reader.explain(overview, timeline);
        if (timeline.eventCount() == 0) {
            overview.coverage().requireSlices();
        }
        timeline.finish();
        if (wantsFindings) {
            findings = RuleRun.of(reader, overview, jvms);
        }
    }

    /** One line for the user about what is in the page. */
    public String contents() {
        String contents = "%s of %s%s, %s"
                .formatted(
                        Amount.of(timeline.sliceCount(), "slice"),
                        Amount.of(overview.threads().size(), "thread"),
                        timeline.hasOthers() ? " and, on processors, of others" : "",
                        Amount.of(timeline.eventCount(), "JVM event"));
        return contents
                + leftOut(timeline.slicesLeftOut(), "slice", timeline.longestSliceLeftOut())
                + leftOut(timeline.eventsLeftOut(), "JVM event", timeline.longestEventLeftOut());
    }

    private static String leftOut(long count, String what, long longest) {
        return count == 0
                ? ""
                : "; %s of at most %s ms not drawn".formatted(Amount.of(count, what), Time.millis(longest));
    }

    /** Whether the trace was damaged or had lost events. */
    public boolean isDamaged() {
        return overview.isDamaged();
    }

    /** Writes the page; the stream stays open. */
    public void writeTo(OutputStream target) throws IOException {
        OutputStream out = new BufferedOutputStream(target);
        String style = resource("report.css");
        String script = script();
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(
                "policy",
                "default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s; style-src %s"
                        .formatted(hash(script), hash(style)));
        parts.put("title", Harmless.html(name()));
        parts.put("style", style);
        parts.put("facts", facts());
        parts.put("findings", findings == null ? "" : new FindingsSection(findings, reader, overview).html());
        parts.put("tables", HtmlTables.of(overview));
        parts.put("script", script);
        String page = resource("report.html");
        Matcher placeholder = PLACEHOLDER.matcher(page);
        int written = 0;
        while (placeholder.find()) {
            write(out, page.substring(written, placeholder.start()));
            if (placeholder.group(1).equals("data")) {
                writeData(out);
            } else {
                write(out, parts.get(placeholder.group(1)));
            }
            written = placeholder.end();
        }
        write(out, page.substring(written));
        out.flush();
    }

    private void writeData(OutputStream out) throws IOException {
        // Base64 ends as it is closed.
        OutputStream open = new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() {}
        };
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (OutputStream data = new BufferedOutputStream(
                new DeflaterOutputStream(Base64.getEncoder().wrap(open), deflater))) {
            timeline.writeTo(data, overview, load);
        } finally {
            deflater.end();
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String script() throws IOException {
        StringBuilder script = new StringBuilder("(async () => {\n'use strict';\n\n");
        for (String name : SCRIPTS) {
            script.append(resource("script/%s.js".formatted(name))).append('\n');
        }
        return script.append("})();\n").toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource = HtmlReport.class.getResourceAsStream(name)) {
            return text(resource.readAllBytes());
        }
    }

    /** What a browser makes of lines that end as on Windows, as they do if Git checks them out so: it hashes that. */
    static String text(byte[] resource) {
        return new String(resource, StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    /** The hash by which a content security policy names a script that may run. */
    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String name() {
        Session session = overview.session();
        return session.file() == null ? "A trace" : session.file();
    }

    private String facts() {
        Session session = overview.session();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("start", Time.moment(session.span().start()));
        facts.put("length", Time.seconds(session.span().length()) + " s");
        if (!overview.span().equals(session.span())) {
            long start = session.span().start();
            facts.put(
                    "shown",
                    "%s s to %s s"
                            .formatted(
                                    Time.seconds(overview.span().start() - start),
                                    Time.seconds(overview.span().end() - start)));
        }
        int threads = overview.threads().size();
        if (threads < overview.threadCount()) {
            facts.put("threads", "%s of %s".formatted(Amount.number(threads), Amount.number(overview.threadCount())));
        }
        if (session.processors() >= 0) {
            facts.put("processors", Integer.toString(session.processors()));
        }
        facts.put("system", session.osVersion() == null ? "unknown" : session.osVersion());
        facts.put("recording", overview.coverage().isOfJvm() ? "a JVM's, with the trace in it" : "of the trace alone");
        facts.putAll(TraceNotes.of(overview));
        String missing = "; they are missing from the lanes only: sums and the picture above the lanes count them";
        boolean isAll = timeline.slicesLeftOut() == 0 && timeline.eventsLeftOut() == 0;
        facts.put("drawn", isAll ? contents() : contents() + missing);
        return facts.entrySet().stream()
                .map(fact ->
                        "<div><dt>%s</dt><dd>%s</dd></div>\n".formatted(fact.getKey(), Harmless.html(fact.getValue())))
                .collect(Collectors.joining());
    }
}
