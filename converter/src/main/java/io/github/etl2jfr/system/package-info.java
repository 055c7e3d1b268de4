/**
 * The system that the program runs on: which one it is, that it ends the program, and files that appear whole or not at
 * all.
 */
package io.github.etl2jfr.system;
