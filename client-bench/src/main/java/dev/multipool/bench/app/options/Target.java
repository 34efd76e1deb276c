package dev.multipool.bench.app.options;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A server as written on a command line: {@code HOST:PORT}, with IPv6 addresses in brackets. */
record Target(String host, int port) {

    static final class Converter implements ITypeConverter<Target> {
        @Override
        public Target convert(String text) {
            int colon = text.lastIndexOf(':');
            String host = colon < 0 ? "" : text.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            } else if (host.indexOf(':') >= 0) {
                throw malformed(text);
            }
            try {
                int port = Integer.parseInt(text.substring(colon + 1));
                if (host.isBlank() || port < 1 || port > 65_535) {
                    throw malformed(text);
                }
                return new Target(host, port);
            } catch (NumberFormatException e) {
                throw malformed(text);
            }
        }

        private static TypeConversionException malformed(String text) {
            return new TypeConversionException(
                    "'" + text + "' (expected: HOST:PORT with a port from 1 to 65535, such as 127.0.0.1:8000)");
        }
    }
}
