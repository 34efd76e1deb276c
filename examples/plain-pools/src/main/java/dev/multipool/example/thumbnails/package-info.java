/** A program that scales pictures down on two pools and says which of them was the bottleneck. */
@NullMarked
package dev.multipool.example.thumbnails;

import org.jspecify.annotations.NullMarked;
