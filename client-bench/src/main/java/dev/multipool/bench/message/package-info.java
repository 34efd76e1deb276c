/** Protobuf messages of services that descriptors describe: requests out of JSON, answers into it. */
@NullMarked
package dev.multipool.bench.message;

import org.jspecify.annotations.NullMarked;
