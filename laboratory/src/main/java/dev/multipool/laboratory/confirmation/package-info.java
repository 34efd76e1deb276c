/** Whether an answer holds: it is measured again, in fresh processes that took no part in choosing it. */
@NullMarked
package dev.multipool.laboratory.confirmation;

import org.jspecify.annotations.NullMarked;
