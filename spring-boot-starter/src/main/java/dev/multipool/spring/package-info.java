/** An RPC server in a Spring Boot application: its configuration, its life, and what the actuator shows of it. */
@NullMarked
package dev.multipool.spring;

import org.jspecify.annotations.NullMarked;
