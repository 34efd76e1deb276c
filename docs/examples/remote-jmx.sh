#!/usr/bin/env bash
# Prepares remote JMX with password and TLS: makes a key pair, an access file and a password file, and writes the JVM
# options that use them.
#
#   JMX_PASSWORD=… remote-jmx.sh DIRECTORY PORT ADDRESS
#   java @DIRECTORY/jmx.options -jar multipool-server.jar --port 8000 --redis redis://HOST:6379
#
# ADDRESS is the one that the JVM listens on and that others call it by: 127.0.0.1 behind a tunnel, else one of a network
# that you trust. In DIRECTORY others need only trust.p12, with the password "public": it holds the certificate alone.
set -euo pipefail
umask 077

[ $# -eq 3 ] || { sed -n '2,9p' "$0" >&2; exit 2; }
directory=$1 port=$2 address=$3
: "${JMX_PASSWORD:?(expected: the password that callers must bring, in this variable)}"
keytool=${JAVA_HOME:+$JAVA_HOME/bin/}keytool

mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
store_password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
case $address in
    *[!0-9.]*) name=dns:$address ;;
    *) name=ip:$address ;;
esac

rm -f "$directory/key.p12" "$directory/trust.p12"
"$keytool" -genkeypair -alias jmx -keyalg RSA -keysize 3072 -validity 365 -dname "CN=$address" -ext "SAN=$name" \
    -keystore "$directory/key.p12" -storetype PKCS12 -storepass "$store_password" 2>/dev/null
"$keytool" -exportcert -alias jmx -keystore "$directory/key.p12" -storepass "$store_password" -rfc \
    -file "$directory/jmx.crt" 2>/dev/null
"$keytool" -importcert -noprompt -alias jmx -file "$directory/jmx.crt" \
    -keystore "$directory/trust.p12" -storetype PKCS12 -storepass public 2>/dev/null

# readonly sees the ledgers; readwrite may also set attributes and call operations, so run code: give it to nobody
echo 'operator readonly' > "$directory/jmxremote.access"
echo "operator $JMX_PASSWORD" > "$directory/jmxremote.password"
cat > "$directory/ssl.properties" <<EOF
javax.net.ssl.keyStore=$directory/key.p12
javax.net.ssl.keyStoreType=PKCS12
javax.net.ssl.keyStorePassword=$store_password
EOF
cat > "$directory/jmx.options" <<EOF
-Dcom.sun.management.jmxremote.port=$port
-Dcom.sun.management.jmxremote.rmi.port=$port
-Dcom.sun.management.jmxremote.host=$address
-Djava.rmi.server.hostname=$address
-Dcom.sun.management.jmxremote.authenticate=true
-Dcom.sun.management.jmxremote.access.file=$directory/jmxremote.access
-Dcom.sun.management.jmxremote.password.file=$directory/jmxremote.password
-Dcom.sun.management.jmxremote.ssl=true
-Dcom.sun.management.jmxremote.registry.ssl=true
-Dcom.sun.management.jmxremote.ssl.config.file=$directory/ssl.properties
EOF
echo "wrote $directory/jmx.options; callers need $directory/trust.p12"
