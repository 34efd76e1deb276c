/** The service under test: its methods, their pools, and how heavy a call is. */
@NullMarked
package dev.multipool.perf.service;

import org.jspecify.annotations.NullMarked;
