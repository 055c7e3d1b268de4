/**
 * The native calls, through JNA. Loaded together with JNA by {@link io.github.etl2jfr.agent.profile.NativeCode}, and
 * known to the others by their interfaces only.
 */
package io.github.etl2jfr.agent.profile.jna;
