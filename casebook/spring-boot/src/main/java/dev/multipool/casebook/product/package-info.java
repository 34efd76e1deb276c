/** A Spring Boot application as one finds them: a controller that reads a row, and where its PostgreSQL comes from. */
@NullMarked
package dev.multipool.casebook.product;

import org.jspecify.annotations.NullMarked;
