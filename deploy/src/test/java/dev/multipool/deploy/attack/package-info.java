/** The deployed server under attack: what a caller who does nothing wrong still gets, and whether the server lives. */
@NullMarked
package dev.multipool.deploy.attack;

import org.jspecify.annotations.NullMarked;
