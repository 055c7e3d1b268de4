/**
 * What the rules say of a recording, without Mission Control: in plain records, whose texts are for a terminal and a
 * web page. Mission Control's reader of recordings and its rules are known here and in {@code views.rules} only.
 */
package io.github.etl2jfr.views.findings;
