/** Goes along with a trace while it is being written. */
package io.github.etl2jfr.follow;
