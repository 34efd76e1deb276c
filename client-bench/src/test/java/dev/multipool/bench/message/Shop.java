package dev.multipool.bench.message;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.util.Base64;
import java.util.List;

/**
 * The descriptors of a shop for tests, in two files:
 *
 * <pre>{@code
 * message FindRequest { int64 id = 1; string name = 2; repeated string tags = 3; }   // shop/messages.proto
 * message Product { int64 id = 1; string name = 2; bool sold = 3; }
 * service Shop { rpc Find(FindRequest) returns (Product); rpc Watch(FindRequest) returns (stream Product); }
 * }</pre>
 */
public final class Shop {
    public static final String FIND = "shop.Shop/Find";

    private static final FileDescriptorProto MESSAGES = FileDescriptorProto.newBuilder()
            .setName("shop/messages.proto")
            .setPackage("shop")
            .setSyntax("proto3")
            .addMessageType(DescriptorProto.newBuilder()
                    .setName("FindRequest")
                    .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_INT64))
                    .addField(field("name", 2, FieldDescriptorProto.Type.TYPE_STRING))
                    .addField(field("tags", 3, FieldDescriptorProto.Type.TYPE_STRING)
                            .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
            .addMessageType(DescriptorProto.newBuilder()
                    .setName("Product")
                    .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_INT64))
                    .addField(field("name", 2, FieldDescriptorProto.Type.TYPE_STRING))
                    .addField(field("sold", 3, FieldDescriptorProto.Type.TYPE_BOOL)))
            .build();

    private static final FileDescriptorProto SERVICE = FileDescriptorProto.newBuilder()
            .setName("shop/shop.proto")
            .setPackage("shop")
            .setSyntax("proto3")
            .addDependency("shop/messages.proto")
            .addService(ServiceDescriptorProto.newBuilder()
                    .setName("Shop")
                    .addMethod(method("Find"))
                    .addMethod(method("Watch").setServerStreaming(true)))
            .build();

    static final FileDescriptorSet SET =
            FileDescriptorSet.newBuilder().addFile(MESSAGES).addFile(SERVICE).build();

    public static final String BASE64 = Base64.getEncoder().encodeToString(SET.toByteArray());

    private Shop() {}

    public static Schema schema() {
        return Schema.of(SET.getFileList());
    }

    static List<FileDescriptorProto> withoutImports() {
        return List.of(SERVICE);
    }

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static MethodDescriptorProto.Builder method(String name) {
        return MethodDescriptorProto.newBuilder()
                .setName(name)
                .setInputType(".shop.FindRequest")
                .setOutputType(".shop.Product");
    }
}
