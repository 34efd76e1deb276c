/** What a run leaves behind for other programs: interval logs, tables, and reports for CI. */
@NullMarked
package dev.multipool.bench.report;

import org.jspecify.annotations.NullMarked;
