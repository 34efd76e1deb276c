package dev.multipool.casebook.product;

import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers with a row. The query takes 5 ms in the database, as one that reads a disk would. */
@RestController
class ProductController {
    private static final String QUERY =
            "select id, name, price_cents from product, (select pg_sleep(0.005)) as disk where id = :id";

    private final JdbcClient database;

    ProductController(JdbcClient database) {
        this.database = database;
    }

    @GetMapping("/products/{id}")
    ResponseEntity<Product> product(@PathVariable long id) {
        return ResponseEntity.of(
                database.sql(QUERY).param("id", id).query(Product.class).optional());
    }
}
