/** Pages and rules for JDK Mission Control. Not built yet: this module only reserves its place. */
package io.github.etl2jfr.views;
