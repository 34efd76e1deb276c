#!/bin/sh
# Runs a benchmark of Hyperfoil alone, and leaves its statistics in a file: sh hyperfoil.sh OUT BENCHMARK -PNAME=VALUE…
# HYPERFOIL_HOME is where its distribution lies.
out=$1
shift
root=$(mktemp -d)
JAVA_OPTS="$JAVA_OPTS -Dio.hyperfoil.rootdir=$root" "$HYPERFOIL_HOME/bin/run.sh" "$@" && cp "$root/run/0000/all.json" "$out"
status=$?
rm -rf "$root"
exit $status
