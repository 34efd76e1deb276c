package dev.multipool.bench.http;

import io.netty.buffer.ByteBuf;

/** An answer with an expected status; valid until the call's end returns. Each connection has one, used again and again. */
record HttpAnswer(ByteBuf body) {}
