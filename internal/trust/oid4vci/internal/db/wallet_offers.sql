-- name: WalletOfferInsert :one
-- WalletOfferInsert makes an offer.
insert into wallet_offers (uuid, credential_id, recipient_id, tx_code_hash, created_at, expires_at)
values (@uuid, @credential_id, @recipient_id, @tx_code_hash, @now::timestamptz, @expires_at)
returning *;

-- name: WalletOffersEnd :exec
-- WalletOffersEnd ends the earlier offers of a credential to a person that no wallet has taken up.
update wallet_offers set expires_at = @now
where recipient_id = @recipient_id and credential_id = @credential_id and used_at is null and expires_at > @now;

-- name: WalletOfferRead :one
-- WalletOfferRead reads an offer of a person.
select * from wallet_offers where uuid = @uuid and recipient_id = @recipient_id;

-- name: WalletOfferLock :one
-- WalletOfferLock reads an offer that a wallet fetches.
select sqlc.embed(o), c.department_id, r.locale as language
from wallet_offers o join credentials c on c.id = o.credential_id join recipients r on r.id = o.recipient_id
where o.uuid = @uuid for update of o;

-- name: WalletOfferFetch :exec
-- WalletOfferFetch gives an offer a code, which replaces that of an earlier fetch.
update wallet_offers set code_hash = @code_hash, fetches = fetches + 1, fetched_at = @now::timestamptz where id = @id;

-- name: WalletOfferLockByCode :one
-- WalletOfferLockByCode reads the offer of a pre-authorized code.
select * from wallet_offers where code_hash = @code_hash for update;

-- name: WalletOfferTry :one
-- WalletOfferTry counts a wrong transaction code.
update wallet_offers set tx_tries = tx_tries + 1 where id = @id returning tx_tries;

-- name: WalletOfferUse :exec
-- WalletOfferUse uses a code up and gives an access token for it.
update wallet_offers set used_at = @now::timestamptz, token_hash = @token_hash, token_expires_at = @token_expires_at::timestamptz where id = @id;

-- name: WalletOfferByToken :one
-- WalletOfferByToken finds the offer of an access token, whose credential it is about, and the addresses of its owner.
select sqlc.embed(o), c.uuid as credential, c.department_id,
	(select array_agg(a.email)::text[] from recipients a where a.id = o.recipient_id or a.person_id = o.recipient_id) as emails
from wallet_offers o join credentials c on c.id = o.credential_id
where o.token_hash = @token_hash and o.token_expires_at > @now::timestamptz;

-- name: WalletOfferBind :execrows
-- WalletOfferBind binds an offer to the key of a wallet, unless it is bound to another.
update wallet_offers set holder = @holder where id = @id and (holder is null or holder = @holder);

-- name: WalletOfferDeliver :execrows
-- WalletOfferDeliver notes the first delivery.
update wallet_offers set delivered_at = @now::timestamptz where id = @id and delivered_at is null;

-- name: WalletOfferNotify :exec
-- WalletOfferNotify notes what a wallet says became of the credential.
update wallet_offers set event = @event::text where id = @id;

-- name: WalletOffersDeleteOld :execrows
-- WalletOffersDeleteOld removes offers from before a time.
delete from wallet_offers where created_at <= @before;

-- name: WalletNonceSpend :execrows
-- WalletNonceSpend uses a nonce up; it affects no row if it was used before.
insert into wallet_nonces (hash, expires_at) values (@hash, @expires_at) on conflict do nothing;

-- name: WalletNoncesDeleteExpired :execrows
-- WalletNoncesDeleteExpired removes nonces that expired.
delete from wallet_nonces where expires_at <= @now;
