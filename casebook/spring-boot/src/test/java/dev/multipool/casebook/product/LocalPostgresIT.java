package dev.multipool.casebook.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** As whoever runs it: PostgreSQL must start for root and for any other user. */
class LocalPostgresIT {
    @Test
    void start_answersQueriesUntilItIsClosedAndLeavesNoProcess() throws Exception {
        LocalPostgres postgres = LocalPostgres.start(Duration.ofSeconds(60));
        List<ProcessHandle> processes;
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select version()")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).startsWith("PostgreSQL ");
            processes = ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.info().command().orElse("").endsWith("/postgres"))
                    .toList();
        } finally {
            postgres.close();
            postgres.close();
        }

        assertThat(processes).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(isThere(postgres)).isFalse();
    }

    @Test
    void start_besideAnother_hasADatabaseOfItsOwn() throws Exception {
        try (LocalPostgres first = LocalPostgres.start(Duration.ofSeconds(60));
                LocalPostgres second = LocalPostgres.start(Duration.ofSeconds(60))) {
            assertThat(folderOf(first)).isNotEqualTo(folderOf(second));
        }
    }

    private static String folderOf(LocalPostgres postgres) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show data_directory")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static boolean isThere(LocalPostgres postgres) {
        try {
            DriverManager.getConnection(postgres.jdbcUrl()).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
