/** What an experiment found: runs, summaries and the answer, in the shape of result.json and checked against its schema. */
@NullMarked
package dev.multipool.laboratory.result;

import org.jspecify.annotations.NullMarked;
