package io.github.etl2jfr.views.rules;

/** What rules are about: a page that names a topic shows the worst verdict of the topic's rules. */
final class Topics {
    static final String SCHEDULING = "windows_scheduling";
    static final String WAITING = "windows_waiting";
    static final String PROCESSORS = "windows_processors";
    static final String JVM_LATENCY = "windows_jvm_latency";
    static final String TRACE = "windows_trace";

    private Topics() {}
}
