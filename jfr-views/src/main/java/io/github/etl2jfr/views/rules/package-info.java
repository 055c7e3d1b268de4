/**
 * What a person would look for in a recording of Windows' scheduler. Each rule answers one question; Mission
 * Control runs them when it opens a recording and shows their answers on the page of their topic.
 */
package io.github.etl2jfr.views.rules;
