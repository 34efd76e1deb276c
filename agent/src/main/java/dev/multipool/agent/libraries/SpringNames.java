package dev.multipool.agent.libraries;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.multipool.agent.runtime.Hooks;
import dev.multipool.agent.runtime.PoolReader;
import dev.multipool.agent.weave.Library;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Spring's executors and schedulers: their pools are the JDK's, and are called as the beans are. It has no pools of its own. */
public final class SpringNames implements Library {

    private static final String BEAN = "org.springframework.scheduling.concurrent.ExecutorConfigurationSupport";

    @Override
    public List<Weave> weaves() {
        return List.of(Weave.advice(BEAN, Initialized.class, named("initialize").and(takesArguments(0))));
    }

    @Override
    public @Nullable PoolReader reader(Object pool) {
        return null;
    }

    private static final class Initialized {
        @Advice.OnMethodExit(suppress = Throwable.class)
        static void exit(
                @Advice.FieldValue("executor") @Nullable Object pool,
                @Advice.FieldValue("beanName") @Nullable String bean) {
            Hooks.named(pool, bean);
        }
    }
}
