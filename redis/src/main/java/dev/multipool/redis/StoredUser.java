package dev.multipool.redis;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import dev.multipool.user.v1.UserInfo;
import java.io.IOException;

/**
 * A user as it lies in the store: the bytes of a {@link UserInfo}, looked through but not parsed, so that they can go on
 * into an answer as they are. Immutable.
 */
public final class StoredUser {
    private static final int ID_TAG = UserInfo.ID_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT;

    private final ByteString bytes;

    private StoredUser(ByteString bytes) {
        this.bytes = bytes;
    }

    /** A user as it would lie in the store. */
    public static StoredUser of(UserInfo user) {
        return new StoredUser(user.toByteString());
    }

    /**
     * Takes over the bytes of the user with this id; nobody may change them any more.
     *
     * @throws InvalidProtocolBufferException when a parser would refuse them, or when they are another user's
     */
    static StoredUser of(long id, byte[] value) throws InvalidProtocolBufferException {
        CodedInputStream in = CodedInputStream.newInstance(value);
        long foundId = 0;
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == ID_TAG) {
                    foundId = in.readInt64();
                } else if (isText(tag)) {
                    skipText(in, tag, value);
                } else if (!in.skipField(tag)) {
                    throw new InvalidProtocolBufferException("the end of a group that did not begin");
                }
            }
        } catch (InvalidProtocolBufferException e) {
            throw e;
        } catch (IOException e) {
            throw new InvalidProtocolBufferException(e);
        }
        // random bytes, and no bytes at all, can pass for a message: the id is what tells a user from an accident
        if (foundId != id) {
            throw new InvalidProtocolBufferException("id " + foundId);
        }
        return new StoredUser(UnsafeByteOperations.unsafeWrap(value));
    }

    private static boolean isText(int tag) {
        return WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED
                && switch (WireFormat.getTagFieldNumber(tag)) {
                    case UserInfo.NAME_FIELD_NUMBER, UserInfo.EMAIL_FIELD_NUMBER, UserInfo.ROLES_FIELD_NUMBER -> true;
                    default -> false;
                };
    }

    private static void skipText(CodedInputStream in, int tag, byte[] value) throws IOException {
        int length = in.readRawVarint32();
        int start = in.getTotalBytesRead();
        in.skipRawBytes(length);
        if (!UnsafeByteOperations.unsafeWrap(value, start, length).isValidUtf8()) {
            throw new InvalidProtocolBufferException("field " + WireFormat.getTagFieldNumber(tag) + " is no UTF-8");
        }
    }

    /** The serialized {@link UserInfo}. */
    public ByteString bytes() {
        return bytes;
    }

    /** The user itself. */
    public UserInfo parse() {
        try {
            return UserInfo.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("bytes that were looked through don't parse", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredUser user && user.bytes.equals(bytes);
    }

    @Override
    public int hashCode() {
        return bytes.hashCode();
    }

    @Override
    public String toString() {
        return "StoredUser[" + bytes.size() + " bytes]";
    }
}
