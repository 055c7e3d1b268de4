package io.github.etl2jfr.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the program, as the build noted it in the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"etl2jfr " + (version == null ? "(development)" : version)};
    }
}
