package io.github.etl2jfr.cli;

import io.github.etl2jfr.options.NameList;
import io.github.etl2jfr.options.UsageException;
import io.github.etl2jfr.views.model.ThreadChoice;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that chooses the JVMs that findings are about. */
final class WantedJvms {
    @Option(
            names = "--jvm",
            paramLabel = "LIST",
            description = "findings are about these JVMs, by name or id: app*,4711")
    private List<String> jvms;

    /** The processes that are JVMs; null if the user does not say. */
    ThreadChoice choice() throws UsageException {
        if (jvms == null) {
            return null;
        }
        WantedThreads.Names names =
                new WantedThreads.Names(new NameList(WantedThreads.list("--jvm", jvms)), NameList.NONE);
        return all -> names.among(
                        all.stream().filter(WantedThreads::isOfProcess).toList())
                .and(WantedThreads::isOfProcess);
    }
}
