package dev.multipool.bench.message;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import dev.multipool.bench.message.SchemaException.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Services and their messages, as Protobuf's descriptors describe them. Safe for all threads. */
public final class Schema {
    private static final String WRITTEN_BY_PROTOC = "a file that protoc --descriptor_set_out --include_imports wrote";

    private final Map<String, ServiceDescriptor> services = new TreeMap<>();
    private final TypeRegistry types;

    private Schema(Collection<FileDescriptor> files) {
        TypeRegistry.Builder all = TypeRegistry.newBuilder();
        for (FileDescriptor file : files) {
            file.getServices().forEach(service -> services.put(service.getFullName(), service));
            all.add(file.getMessageTypes());
        }
        this.types = all.build();
    }

    /**
     * Links files with what they import.
     *
     * @throws SchemaException when something is missing
     */
    public static Schema of(Collection<FileDescriptorProto> files) {
        Map<String, FileDescriptorProto> byName = new LinkedHashMap<>();
        files.forEach(file -> byName.put(file.getName(), file));
        Map<String, FileDescriptor> linked = new LinkedHashMap<>();
        byName.keySet().forEach(name -> link(name, byName, linked, new LinkedHashSet<>()));
        return new Schema(linked.values());
    }

    private static FileDescriptor link(
            String name,
            Map<String, FileDescriptorProto> all,
            Map<String, FileDescriptor> linked,
            Set<String> importing) {
        FileDescriptor known = linked.get(name);
        if (known != null) {
            return known;
        }
        FileDescriptorProto file = all.get(name);
        if (file == null || !importing.add(name)) {
            throw new SchemaException(
                    Problem.NO_DESCRIPTORS,
                    "descriptors: " + name + (file == null ? " is imported and missing" : " imports itself"),
                    WRITTEN_BY_PROTOC);
        }
        FileDescriptor[] imports = file.getDependencyList().stream()
                .map(each -> link(each, all, linked, importing))
                .toArray(FileDescriptor[]::new);
        try {
            FileDescriptor made = FileDescriptor.buildFrom(file, imports);
            linked.put(name, made);
            return made;
        } catch (DescriptorValidationException e) {
            throw new SchemaException(
                    Problem.NO_DESCRIPTORS,
                    "descriptors: " + name + " is not valid: " + firstLine(e),
                    WRITTEN_BY_PROTOC,
                    e);
        }
    }

    /**
     * Reads a file that {@code protoc --descriptor_set_out --include_imports} wrote.
     *
     * @throws SchemaException when it is none
     */
    public static Schema read(Path file) {
        try {
            return parse(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new SchemaException(
                    Problem.NO_DESCRIPTORS, "descriptors: " + file + " can't be read", WRITTEN_BY_PROTOC, e);
        }
    }

    /**
     * The schema out of what {@link #encode} made.
     *
     * @throws SchemaException when it is nothing of that
     */
    public static Schema decode(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new SchemaException(
                    Problem.NO_DESCRIPTORS, "descriptors: no Base64", "a FileDescriptorSet in Base64", e);
        }
        return parse(bytes, "a text");
    }

    private static Schema parse(byte[] bytes, String where) {
        List<FileDescriptorProto> files;
        try {
            files = FileDescriptorSet.parseFrom(bytes).getFileList();
        } catch (InvalidProtocolBufferException e) {
            throw noDescriptors(where, e);
        }
        if (files.isEmpty()) {
            throw noDescriptors(where, null);
        }
        return of(files);
    }

    private static SchemaException noDescriptors(String where, @Nullable Exception cause) {
        return new SchemaException(
                Problem.NO_DESCRIPTORS, "descriptors: " + where + " holds none", WRITTEN_BY_PROTOC, cause);
    }

    /**
     * The files of some methods and all that these import, without their comments, in Base64.
     *
     * @throws SchemaException when one is no method, as {@link #method} has it
     */
    public String encode(Collection<String> methods) {
        Map<String, FileDescriptor> needed = new TreeMap<>();
        Deque<FileDescriptor> open = new ArrayDeque<>();
        methods.forEach(method -> open.add(method(method).getFile()));
        while (!open.isEmpty()) {
            FileDescriptor file = open.remove();
            if (needed.put(file.getName(), file) == null) {
                open.addAll(file.getDependencies());
            }
        }
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        needed.values()
                .forEach(file -> set.addFile(
                        file.toProto().toBuilder().clearSourceCodeInfo().build()));
        return Base64.getEncoder().encodeToString(set.build().toByteArray());
    }

    /**
     * A unary method.
     *
     * @param name as {@code package.Service/Method}
     * @throws SchemaException when there is no such method, or it streams
     */
    public MethodDescriptor method(String name) {
        int slash = name.indexOf('/');
        String serviceName = name.substring(0, Math.max(0, slash));
        ServiceDescriptor service = services.get(serviceName);
        if (service == null) {
            throw new SchemaException(
                    Problem.NO_SERVICE, "service " + serviceName + " is not described", "one of " + services.keySet());
        }
        MethodDescriptor method = service.findMethodByName(name.substring(slash + 1));
        if (method == null) {
            throw new SchemaException(
                    Problem.NO_METHOD,
                    "method " + name.substring(slash + 1) + " is not in " + serviceName,
                    "one of "
                            + service.getMethods().stream()
                                    .map(MethodDescriptor::getName)
                                    .toList());
        }
        if (method.isClientStreaming() || method.isServerStreaming()) {
            throw new SchemaException(Problem.STREAMS, "method " + name + " streams", "a unary method");
        }
        return method;
    }

    /** All message types, for those that stand in an {@code Any}. */
    TypeRegistry types() {
        return types;
    }

    static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.toString());
    }
}
