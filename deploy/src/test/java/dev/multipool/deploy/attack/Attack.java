package dev.multipool.deploy.attack;

import com.google.protobuf.ByteString;
import dev.multipool.deploy.attack.BytesPeer.Manner;
import dev.multipool.deploy.attack.BytesPeer.Manner.Then;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;

/** What strangers, or callers with a credential, do to the server; each with so many connections at once. */
enum Attack {
    /** Almost whole frames of the largest size. */
    HALF_FRAMES(300, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, () -> LARGE_HALF, new Manner(1 << 20, Then.STAY, Duration.ofSeconds(5)));
        }
    },
    /** Very many small beginnings of frames. */
    SMALL_HALF_FRAMES(5_000, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, () -> SMALL_HALF, new Manner(Manner.ALL, Then.STAY, Duration.ofSeconds(5)));
        }
    },
    /** Connections on which nothing is ever sent. */
    SILENCE(2_000, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, () -> new byte[0], new Manner(Manner.ALL, Then.STAY, Duration.ofSeconds(5)));
        }
    },
    /** A frame byte by byte. */
    DRIPS(200, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, () -> SMALL_HALF, new Manner(1, Then.STAY, PAUSE));
        }
    },
    /** Random bytes. */
    GARBAGE(32, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            Random random = new Random(1);
            return bytes(port, () -> Bytes.garbage(random), new Manner(Manner.ALL, Then.STAY, PAUSE));
        }
    },
    /** Another protocol's first bytes. */
    HTTP2_PREFACES(32, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, Bytes::http2Preface, new Manner(Manner.ALL, Then.STAY, PAUSE));
        }
    },
    /** Headers that promise 2 GiB. */
    IMPOSSIBLE_SIZES(32, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, Bytes::impossibleSize, new Manner(Manner.ALL, Then.STAY, PAUSE));
        }
    },
    /** A call with a credential that is wrong, on one connection after another. */
    CREDENTIAL_GUESSES(32, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            Random random = new Random(1);
            return bytes(
                    port,
                    () -> Bytes.calls(ByteString.copyFromUtf8("guess " + random.nextInt()), 1),
                    new Manner(Manner.ALL, Then.STAY, PAUSE));
        }
    },
    /** Calls whose connection is reset before the answers are there. */
    RESETS(32, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            byte[] calls = Bytes.calls(credential, 10);
            return bytes(port, () -> calls, new Manner(Manner.ALL, Then.RESET, PAUSE));
        }
    },
    /** Small payloads that unpack to a gigabyte. */
    BOMBS(2, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            byte[] bomb = Bytes.bomb(credential);
            return bytes(port, () -> bomb, new Manner(Manner.ALL, Then.RESET, Duration.ofMillis(500)));
        }
    },
    /** Calls without end by somebody who reads no answer. */
    UNREAD_ANSWERS(20, Door.PLAIN) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            byte[] calls = Bytes.calls(credential, 20);
            return bytes(port, () -> calls, new Manner(calls.length / 10, Then.AGAIN_UNREAD, Duration.ofSeconds(1)));
        }
    },
    /** The beginning of a TLS handshake, byte by byte. */
    SLOW_HANDSHAKES(200, Door.TLS) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, Bytes::clientHello, new Manner(1, Then.STAY, PAUSE));
        }
    },
    /** The first half of a TLS handshake. */
    HALF_HANDSHAKES(32, Door.TLS) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return bytes(port, Bytes::clientHello, new Manner(Manner.ALL, Then.STAY, Duration.ofSeconds(1)));
        }
    },
    /** Frames of this protocol without TLS. */
    PLAIN_CALLS(32, Door.TLS) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            byte[] calls = Bytes.calls(credential, 1);
            return bytes(port, () -> calls, new Manner(Manner.ALL, Then.STAY, PAUSE));
        }
    },
    /** Whole handshakes, and then nothing. */
    HANDSHAKES(2, Door.TLS) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return new TlsPeer(port, false);
        }
    },
    /** A second handshake on the same connection. */
    RENEGOTIATIONS(2, Door.TLS) {
        @Override
        HostilePeer peer(int port, ByteString credential) {
            return new TlsPeer(port, true);
        }
    };

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final byte[] LARGE_HALF = Bytes.unfinishedFrame((4 << 20) - 1);
    private static final byte[] SMALL_HALF = Bytes.unfinishedFrame(1 << 10);

    private final int peers;
    private final Door door;

    /** How the server that is attacked listens. */
    enum Door {
        PLAIN,
        TLS
    }

    Attack(int peers, Door door) {
        this.peers = peers;
        this.door = door;
    }

    int peers() {
        return peers;
    }

    Door door() {
        return door;
    }

    /**
     * One of those who attack.
     *
     * @param credential for those who have one
     */
    abstract HostilePeer peer(int port, ByteString credential);

    private static HostilePeer bytes(int port, Supplier<byte[]> bytes, Manner manner) {
        return new BytesPeer(port, bytes, manner);
    }
}
