package dev.multipool.laboratory.knob;

/** Turns a knob's text into what an MBean takes. */
final class JmxValue {
    private JmxValue() {}

    /**
     * Converts it.
     *
     * @param type the class's or primitive type's name, as MBeans tell it
     * @throws IllegalArgumentException when the text is no such value, or the type is none that can be written as text
     */
    static Object of(String type, String text) {
        return switch (type) {
            case "int", "java.lang.Integer" -> Integer.valueOf(text);
            case "long", "java.lang.Long" -> Long.valueOf(text);
            case "short", "java.lang.Short" -> Short.valueOf(text);
            case "double", "java.lang.Double" -> Double.valueOf(text);
            case "float", "java.lang.Float" -> Float.valueOf(text);
            case "boolean", "java.lang.Boolean" -> Boolean.valueOf(text);
            case "java.lang.String", "java.lang.Object" -> text;
            default -> throw new IllegalArgumentException("type " + type + " (expected: a number, boolean or String)");
        };
    }
}
