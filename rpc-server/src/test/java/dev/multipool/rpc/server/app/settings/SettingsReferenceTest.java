package dev.multipool.rpc.server.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsReferenceTest {
    private static final Path DOCS = Path.of("..", "docs", "reference");

    @Test
    void configurationPage_isWhatTheSettingsSay() throws IOException {
        assertThat(Files.readString(DOCS.resolve("configuration.md")))
                .as(
                        "docs/reference/configuration.md is out of date; build, then write it again by: %s",
                        SettingsReference.COMMAND)
                .isEqualTo(SettingsReference.markdown());
    }

    @Test
    void markdown_isTheSameWhateverTheConsolesCharset() {
        assertThat(SettingsReference.markdown()).isASCII();
    }

    @Test
    void everyGroup_isExplainedOnAPageThatIsThere() {
        assertThat(SettingsSchema.groups())
                .allSatisfy(group -> assertThat(DOCS.resolve(group.page())).isRegularFile());
    }

    @Test
    void everySetting_hasARow() {
        String page = SettingsReference.markdown();

        assertThat(SettingsSchema.all()).allSatisfy(setting -> assertThat(page)
                .contains("| `" + setting.key() + "`<br>`" + setting.environmentName() + "` | "));
    }

    @Test
    void everyRow_hasFiveCells() {
        assertThat(SettingsReference.markdown()
                        .lines()
                        .filter(line -> line.contains("MULTIPOOL_") && line.startsWith("|")))
                .allSatisfy(row -> assertThat(row.split(" \\| ", -1)).hasSize(5));
    }
}
