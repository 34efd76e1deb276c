# Runs a redis-server whose life ends with that of our standard input.
# Arguments: a temporary folder to delete at the end, then the command.
#
# Standard input is a pipe that only our JVM holds. The kernel closes it when the JVM ends, also by SIGKILL; the guard
# below then reads end-of-file and kills Redis. There is no data to save, so SIGKILL does, and it works on a stopped
# process too. The guard works on when this shell is killed.
dir=$1
shift

# A Ctrl-C or a hang-up reaches the whole process group; our JVM decides what it means. Redis insists on its own handler
# for SIGINT, so it gets a process group of its own: bash does that for a job, and setsid with a session where there is no
# bash. A session is the last resort: Linux shares the cores between sessions (autogroups), not between their threads, and
# Redis was seen to wait for 0.6 s for a core that it shared with its clients.
trap '' INT HUP
exec 3<&0 </dev/null
if [ -n "$BASH_VERSION" ]; then
    set -m
elif command -v setsid >/dev/null 2>&1; then
    set -- setsid "$@"
fi

# bash tells of a job that has ended, now and then, and nobody asked
exec 2>/dev/null
"$@" >"$dir/redis.log" 2>&1 3<&- &
redis=$!
set +m
trap 'kill -KILL $redis' TERM
(
    read -r line <&3
    kill -KILL $redis
    rm -rf "$dir"
) >/dev/null &
guard=$!
exec 3<&-

# A trapped signal ends the first wait early.
wait $redis
wait $redis
kill $guard

# Whoever started us reads why Redis ended.
tail -n 3 "$dir/redis.log"
rm -rf "$dir"
