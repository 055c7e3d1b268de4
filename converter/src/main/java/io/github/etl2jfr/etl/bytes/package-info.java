/**
 * Integers and texts as Windows stores them. Knows arrays of bytes only; who reads has seen to it that the bytes are
 * there.
 */
package io.github.etl2jfr.etl.bytes;
