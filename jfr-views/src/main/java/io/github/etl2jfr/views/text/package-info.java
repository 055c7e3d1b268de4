/**
 * How amounts, lengths of time, moments and names are written for people, how much room a text takes, and what makes
 * other people's text harmless. It knows nothing of recordings: the converter and the agent write theirs so, too.
 */
package io.github.etl2jfr.views.text;
