create table if not exists product (id bigint primary key, name text not null, price_cents bigint not null);
