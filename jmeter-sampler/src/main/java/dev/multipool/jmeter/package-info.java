/** findUserInfo and queryItems as a Java sampler of JMeter. */
@NullMarked
package dev.multipool.jmeter;

import org.jspecify.annotations.NullMarked;
