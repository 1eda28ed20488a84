-- name: AddressList :many
-- AddressList lists the sender addresses of a department.
select * from sender_addresses where department_id = @department_id order by lower(email), id limit 100;

-- name: AddressRead :one
-- AddressRead reads a sender address.
select * from sender_addresses where department_id = @department_id and id = @id;

-- name: AddressInsert :one
-- AddressInsert adds an address whose owner is still to confirm it.
insert into sender_addresses (department_id, email, token_hash, sent_at, created_at) values (@department_id, @email, @token_hash, @now, @now) returning *;

-- name: AddressSent :one
-- AddressSent records that another link was mailed; the former link stops working.
update sender_addresses set token_hash = @token_hash, sent_at = @now where department_id = @department_id and id = @id returning *;

-- name: AddressVerify :one
-- AddressVerify uses a link up.
update sender_addresses set verified_at = @now::timestamptz, token_hash = null
where token_hash = @token_hash and sent_at > @since::timestamptz returning *;

-- name: AddressDelete :exec
-- AddressDelete removes an address.
delete from sender_addresses where department_id = @department_id and id = @id;
