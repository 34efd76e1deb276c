package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.Program.Step;
import dev.multipool.pools.PoolConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A program as numbers in arrays, with the programs of its forked tasks behind it. */
final class Code {

    static final int CPU = 0;
    static final int IO = 1;
    static final int FORK = 2;
    static final int ACQUIRE = 3;
    static final int RELEASE = 4;
    static final int END = 5;
    /** Two lines: the computing, then the end of the wait for it. */
    static final int ELSEWHERE = 6;

    static final int ELSEWHERE_END = 7;

    /** What to do at each place. */
    final int[] operation;

    /** FORK: the pool; ACQUIRE and RELEASE: the permits. */
    final int[] target;

    /** FORK: how many; RELEASE: where the permit was acquired. */
    final int[] count;

    /** FORK: where the task's program starts. */
    final int[] entry;

    /** CPU, IO and ELSEWHERE: how long. */
    final Sampler[] sampler;

    private Code(List<int[]> lines, List<Sampler> samplers) {
        int size = lines.size();
        operation = new int[size];
        target = new int[size];
        count = new int[size];
        entry = new int[size];
        sampler = samplers.toArray(new Sampler[0]);
        for (int i = 0; i < size; i++) {
            operation[i] = lines.get(i)[0];
            target[i] = lines.get(i)[1];
            count[i] = lines.get(i)[2];
            entry[i] = lines.get(i)[3];
        }
    }

    static Code compile(SimulatedService service, SplittableRandom seeds) {
        Compiler compiler = new Compiler(service, seeds);
        compiler.program(service.program());
        return new Code(compiler.lines, compiler.samplers);
    }

    /** Writes the lines of a program, then those of the programs that it forks. */
    private static final class Compiler {
        private final List<String> pools;
        private final List<String> permits;
        private final SplittableRandom seeds;
        private final Sampler none;
        final List<int[]> lines = new ArrayList<>();
        final List<Sampler> samplers = new ArrayList<>();

        Compiler(SimulatedService service, SplittableRandom seeds) {
            this.pools = service.pools().stream().map(PoolConfig::name).toList();
            this.permits = service.permits().stream().map(Permits::name).toList();
            this.seeds = seeds;
            this.none = new Sampler(Delay.NONE, seeds.split());
        }

        int program(Program program) {
            int start = lines.size();
            List<int[]> forks = new ArrayList<>();
            List<Program> tasks = new ArrayList<>();
            steps(program, forks, tasks);
            line(none, END, 0, 0);
            for (int i = 0; i < forks.size(); i++) {
                forks.get(i)[3] = program(tasks.get(i));
            }
            return start;
        }

        private void steps(Program program, List<int[]> forks, List<Program> tasks) {
            for (Step step : program.steps()) {
                if (step instanceof Step.Cpu cpu) {
                    line(new Sampler(cpu.demand(), seeds.split()), CPU, 0, 0);
                } else if (step instanceof Step.Io io) {
                    line(new Sampler(io.time(), seeds.split()), IO, 0, 0);
                } else if (step instanceof Step.Elsewhere elsewhere) {
                    line(new Sampler(elsewhere.demand(), seeds.split()), ELSEWHERE, 0, 0);
                    line(none, ELSEWHERE_END, 0, 0);
                } else if (step instanceof Step.Fork fork) {
                    forks.add(line(none, FORK, pools.indexOf(fork.pool()), fork.count()));
                    tasks.add(fork.task());
                } else if (step instanceof Step.Within within) {
                    int index = permits.indexOf(within.permits());
                    int acquired = lines.size();
                    line(none, ACQUIRE, index, 0);
                    steps(within.inside(), forks, tasks);
                    line(none, RELEASE, index, acquired);
                }
            }
        }

        private int[] line(Sampler sampler, int... words) {
            int[] line = Arrays.copyOf(words, 4);
            lines.add(line);
            samplers.add(sampler);
            return line;
        }
    }
}
