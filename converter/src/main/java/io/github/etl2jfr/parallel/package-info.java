/** Work for several processors. */
package io.github.etl2jfr.parallel;
