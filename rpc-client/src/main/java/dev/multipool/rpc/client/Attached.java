package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;

/**
 * A message, and bytes that travel behind it in the same frame: uncompressed, and without being part of the message.
 *
 * @param message the request or response
 * @param attachment the bytes; empty for none
 * @param <M> the message's type
 */
public record Attached<M extends Message>(M message, ByteString attachment) {}
