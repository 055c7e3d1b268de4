/**
 * The agent that feeds a kernel trace into a running flight recording. Not built yet: this module
 * only reserves its place.
 */
package io.github.etl2jfr.agent;
