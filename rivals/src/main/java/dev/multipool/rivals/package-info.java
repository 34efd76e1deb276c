/** Frameworks of others as contestants of the laboratory, each as its users run it. */
@NullMarked
package dev.multipool.rivals;

import org.jspecify.annotations.NullMarked;
