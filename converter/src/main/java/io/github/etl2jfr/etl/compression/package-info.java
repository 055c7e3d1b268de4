/** The three compressions of trace buffers, as [MS-XCA] describes them. Knows bytes only, nothing of traces. */
package io.github.etl2jfr.etl.compression;
