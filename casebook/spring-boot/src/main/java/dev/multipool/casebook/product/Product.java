package dev.multipool.casebook.product;

/**
 * One row.
 *
 * @param priceCents in hundredths
 */
record Product(long id, String name, long priceCents) {}
