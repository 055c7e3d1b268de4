package io.github.etl2jfr.cli;

/** The command line's entry point. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(1);
    }
}
