/**
 * What a fuzzer gives bytes to. A target is a class with a method {@code fuzzerTestOneInput}, which throws when
 * something is wrong; it knows nothing of the fuzzer. Inputs that once found something, and small sound ones to start
 * from, are in {@code src/test/resources/fuzz}, a directory for each target; {@code CorpusTest} gives them all to it.
 */
package io.github.etl2jfr.fuzz;
