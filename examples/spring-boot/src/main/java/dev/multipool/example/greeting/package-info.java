/** A Spring Boot application that answers calls on a measured pool. */
@NullMarked
package dev.multipool.example.greeting;

import org.jspecify.annotations.NullMarked;
