package dev.multipool.laboratory.foreign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads what ghz writes by {@code --format json -o {out}}: each call of it, so that the times are those of the right ones. */
final class GhzParser implements EngineParser {
    private static final String OPTION = "--format json -o {out}";
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public EngineFigures parse(EngineOutput output) throws OutputException {
        JsonFile.requireWritten(output.file(), OPTION);
        RecordedTimes times = new RecordedTimes();
        Long totalNanos = null;
        try (JsonParser json = JSON.createParser(output.file().toFile())) {
            require(json.nextToken() == JsonToken.START_OBJECT, "an object of JSON");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("total") && value == JsonToken.VALUE_NUMBER_INT) {
                    totalNanos = json.getLongValue();
                } else if (field.equals("details") && value == JsonToken.START_ARRAY) {
                    readCalls(json, times);
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException e) {
            throw JsonFile.unreadable(e, OPTION);
        }
        if (totalNanos == null) {
            throw new OutputException("its file {out} does not tell the total time", OPTION);
        }
        return new EngineFigures(times.calls(), times.errors(), totalNanos / 1e9, times.percentiles(), null, null);
    }

    private static void readCalls(JsonParser json, RecordedTimes times) throws IOException, OutputException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            long latency = -1;
            String status = "";
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("latency") && value == JsonToken.VALUE_NUMBER_INT) {
                    latency = json.getLongValue();
                } else if (field.equals("status") && value == JsonToken.VALUE_STRING) {
                    status = json.getText();
                } else {
                    json.skipChildren();
                }
            }
            require(latency >= 0, "details with latency and status");
            if (status.equals("OK")) {
                times.add(latency);
            } else {
                times.addError(status);
            }
        }
    }

    private static void require(boolean held, String what) throws OutputException {
        if (!held) {
            throw new OutputException("its file {out} is not " + what, OPTION);
        }
    }
}
