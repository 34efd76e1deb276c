/** A second service beside findUserInfo, with a pool and limits of its own, and a program that calls it. */
@NullMarked
package dev.multipool.example.stock;

import org.jspecify.annotations.NullMarked;
