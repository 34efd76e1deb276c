package dev.multipool.rpc.server.app.settings;

import java.util.regex.Pattern;

/**
 * A setting as it holds, for people to read.
 *
 * @param key as in the YAML file
 * @param value as one would write it; what is secret is masked
 * @param origin where it came from: a file, an environment variable, the command line or the default
 */
public record EffectiveSetting(String key, String value, String origin) {
    private static final Pattern SECRET = Pattern.compile("(^|.*[.-])(token|password|passphrase|secret|credentials?)");

    /** Masked: by the last word of a secret's key, and inside of a URI. */
    static EffectiveSetting of(String key, RawValue value) {
        boolean set = !value.text().isEmpty() && !value.text().equals("none");
        String shown = SECRET.matcher(key).matches() && set ? "***" : Setting.maskPassword(value.text());
        return new EffectiveSetting(key, shown, value.origin());
    }
}
