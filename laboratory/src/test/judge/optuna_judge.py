"""Judges searches of others on the services that the judge of our search knows.

cd laboratory; python3 src/test/judge/optuna_judge.py CLASSPATH SEEDS WINDOWS... [--services A,B] [--samplers tpe,gp,cmaes,random]

A search has so many windows. All but nine are trials of the sampler; each has a process of its own. The three that kept the limit
and served most in their trials are measured three times more, and the best of these by its means is the answer. A line of the
result is a service, a sampler, seeds, windows, answers, regret in percent (mean, most), and answers that break the limit.
"""

import argparse
import math
import subprocess

import optuna

FINALISTS = 3
FINALS = 3


class Service:
    """A known service, which the judge's program measures."""

    def __init__(self, classpath, name, seed):
        self.process = subprocess.Popen(
            ["java", "-cp", classpath, "dev.multipool.laboratory.judge.WindowServer", name, str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        limit, most, users = self.process.stdout.readline().split()
        self.limit, self.most, self.users = float(limit), float(most), int(users)
        self.knobs = []
        while line := self.process.stdout.readline().strip():
            knob, low, high = line.split()
            self.knobs.append((knob, int(low), int(high)))

    def measure(self, sizes, users):
        """Throughput and TP99 of a window, and those that are true."""
        self.process.stdin.write(" ".join(map(str, [*sizes, users])) + "\n")
        self.process.stdin.flush()
        return tuple(map(float, self.process.stdout.readline().split()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def sampler(name, seed):
    constraints = lambda trial: (trial.user_attrs["too_late"],)
    if name == "tpe":
        return optuna.samplers.TPESampler(seed=seed, multivariate=True, constraints_func=constraints)
    if name == "gp":
        return optuna.samplers.GPSampler(seed=seed, constraints_func=constraints)
    if name == "cmaes":
        return optuna.samplers.CmaEsSampler(seed=seed)
    return optuna.samplers.RandomSampler(seed=seed)


def search(service, name, seed, windows):
    """Regret of the answer, and whether it keeps the limit; None without an answer."""

    def objective(trial):
        sizes = [trial.suggest_int(knob, low, high, log=True) for knob, low, high in service.knobs]
        users = trial.suggest_int("users", 1, 2 * service.users, log=True)
        throughput, tail, _, _ = service.measure(sizes, users)
        trial.set_user_attr("setting", [sizes, users])
        trial.set_user_attr("too_late", math.log(tail / service.limit))
        trial.set_user_attr("served", throughput)
        # CMA-ES knows no constraints
        return throughput if name != "cmaes" or tail < service.limit else -throughput * tail / service.limit

    study = optuna.create_study(direction="maximize", sampler=sampler(name, seed))
    study.optimize(objective, n_trials=windows - FINALISTS * FINALS)
    kept = sorted(
        (trial for trial in study.trials if trial.user_attrs["too_late"] < 0),
        key=lambda trial: -trial.user_attrs["served"],
    )
    answers = []
    for trial in kept[:FINALISTS]:
        sizes, users = trial.user_attrs["setting"]
        finals = [service.measure(sizes, users) for _ in range(FINALS)]
        if sum(each[1] for each in finals) / FINALS < service.limit:
            answers.append((sum(each[0] for each in finals) / FINALS, finals[0]))
    if not answers:
        return None
    _, (_, _, served, tail) = max(answers)
    return 1 - served / service.most, tail < service.limit


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("classpath")
    parser.add_argument("seeds", type=int)
    parser.add_argument("windows", type=int, nargs="+")
    parser.add_argument("--services", default="wiremock,grpc,spring-boot,nested,shared-connections,computing")
    parser.add_argument("--samplers", default="random,tpe,gp,cmaes")
    arguments = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    for known in arguments.services.split(","):
        for name in arguments.samplers.split(","):
            for windows in arguments.windows:
                found = []
                for seed in range(1, arguments.seeds + 1):
                    service = Service(arguments.classpath, known, seed)
                    found.append(search(service, name, seed, windows))
                    service.close()
                judged = [each for each in found if each is not None]
                regrets = [100 * each[0] for each in judged] or [math.nan]
                breaks = sum(not each[1] for each in judged)
                print(
                    f"{known},{name},{arguments.seeds},{windows},{len(judged)},"
                    f"{sum(regrets) / len(regrets):.2f},{max(regrets):.2f},{breaks}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
