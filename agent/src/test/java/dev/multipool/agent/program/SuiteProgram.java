package dev.multipool.agent.program;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs somebody's tests, which are compiled, and prints for each whether it passed. */
public final class SuiteProgram {

    private SuiteProgram() {}

    /** Runs those in the directory that is named, of the classes that a pattern is for. */
    public static void main(String[] arguments) {
        PrintStream figures = System.out;
        // tests print, too
        System.setOut(System.err);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(Path.of(arguments[0]))))
                .filters(ClassNameFilter.includeClassNamePatterns(arguments[1]))
                .configurationParameter("junit.jupiter.execution.timeout.default", "60 s")
                .build();
        // without what our own tests have
        LauncherConfig plain = LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(plain).execute(request, new Results(figures));
        System.exit(0);
    }

    /** Prints results as they come. */
    private record Results(PrintStream figures) implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                boolean hasPassed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
                figures.println(test.getUniqueId().replaceAll("\\s", "_") + " " + (hasPassed ? 1 : 0));
                result.getThrowable().ifPresent(thrown -> System.err.println(test.getUniqueId() + ": " + thrown));
            }
        }
    }
}
