-- name: PageViewInsert :exec
-- PageViewInsert notes a route change.
insert into page_views (department_id, domain, env, property, path, data, created_at) values ($1, $2, $3, $4, $5, $6, $7);

-- name: LinkClickInsert :exec
-- LinkClickInsert notes a click on a link that leaves the product.
insert into link_clicks (department_id, from_url, to_url, html, aad, created_at) values ($1, $2, $3, $4, $5, $6);
