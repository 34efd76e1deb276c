package dev.multipool.casebook.product;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers with a row, or with a signature. The query takes 5 ms in the database, as one that reads a disk would. A signature
 * takes about as long on a core, and no database.
 */
@RestController
class ProductController {
    private static final String QUERY =
            "select id, name, price_cents from product, (select pg_sleep(0.005)) as disk where id = :id";

    private static final int ROUNDS = 20_000;

    private final JdbcClient database;

    ProductController(JdbcClient database) {
        this.database = database;
    }

    @GetMapping("/products/{id}")
    ResponseEntity<Product> product(@PathVariable long id) {
        return ResponseEntity.of(
                database.sql(QUERY).param("id", id).query(Product.class).optional());
    }

    @GetMapping("/products/{id}/signature")
    String signature(@PathVariable long id) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] signature = Long.toString(id).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < ROUNDS; i++) {
            signature = digest.digest(signature);
        }
        return HexFormat.of().formatHex(signature);
    }
}
