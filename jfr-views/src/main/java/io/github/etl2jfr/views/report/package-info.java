/**
 * A recording as one web page that needs nothing else: its tables are HTML, its timeline is drawn by a script from
 * numbers that the page holds. The page is in the resources beside this package.
 */
package io.github.etl2jfr.views.report;
