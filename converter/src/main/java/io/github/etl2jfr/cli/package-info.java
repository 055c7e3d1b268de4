/**
 * The command line: a class for each command, which reads options, has the work done elsewhere and tells how it went, in
 * lines and an exit code. Nobody else here prints or ends the program.
 *
 * <p>Every failure is one line on standard error; results alone go to standard output. Text that somebody else wrote, such
 * as a name in a trace, goes through {@link io.github.etl2jfr.views.text.Harmless} before it is printed.
 */
package io.github.etl2jfr.cli;
