package dev.multipool.agent.libraries;

import dev.multipool.agent.runtime.Hooks;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/** Tells of the task that {@code DiscardOldestPolicy} takes out of the queue: only the poll's result knows which it is. */
final class PolledTasks extends AsmVisitorWrapper.AbstractBase {

    private static final String METHOD = "rejectedExecution";
    /** Of {@code rejectedExecution(Runnable, ThreadPoolExecutor)}. */
    private static final int POOL_ARGUMENT = 2;

    @Override
    public ClassVisitor wrap(
            TypeDescription type,
            ClassVisitor next,
            Implementation.Context context,
            TypePool types,
            FieldList<FieldDescription.InDefinedShape> fields,
            MethodList<?> methods,
            int writerFlags,
            int readerFlags) {
        return new ClassVisitor(OpenedClassReader.ASM_API, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                return name.equals(METHOD) ? new PollVisitor(method) : method;
            }
        };
    }

    private static final class PollVisitor extends MethodVisitor {

        PollVisitor(MethodVisitor next) {
            super(OpenedClassReader.ASM_API, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals("poll")) {
                super.visitInsn(Opcodes.DUP);
                super.visitVarInsn(Opcodes.ALOAD, POOL_ARGUMENT);
                super.visitInsn(Opcodes.SWAP);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        TypeDescription.ForLoadedType.of(Hooks.class).getInternalName(),
                        "discarded",
                        "(Ljava/lang/Object;Ljava/lang/Object;)V",
                        false);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 2, maxLocals);
        }
    }
}
