insert into product select n, 'product ' || n, 100 + n from generate_series(1, 10000) as n on conflict do nothing;
