/** Holds the image and the Kubernetes objects to what they say of the service. */
@NullMarked
package dev.multipool.deploy;

import org.jspecify.annotations.NullMarked;
