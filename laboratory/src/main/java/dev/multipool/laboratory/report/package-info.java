/** A result as people read it: console table, CSV and one self-contained HTML page. */
@NullMarked
package dev.multipool.laboratory.report;

import org.jspecify.annotations.NullMarked;
