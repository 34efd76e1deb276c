/** What every JVM that runs tests does beside the tests: it keeps cores awake and measures each class. */
@NullMarked
package dev.multipool.testsupport;

import org.jspecify.annotations.NullMarked;
