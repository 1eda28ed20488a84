-- name: CheckRead :one
-- CheckRead reads the check value.
select sealed_check from installation;

-- name: CheckInsert :exec
-- CheckInsert stores the check value of the first start; of several processes that start at once, one is first.
insert into installation (sealed_check) values (@sealed_check) on conflict do nothing;

-- name: CheckUpdate :exec
-- CheckUpdate replaces the check value by one that another key sealed.
update installation set sealed_check = @sealed_check;

-- name: SealedKeys :many
-- SealedKeys lists the keys that sealed what is stored, each by its id (the first four bytes of what it sealed), with how many values
-- of which table it sealed.
select 'signing keys'::text as what, substring(sealed_seed from 1 for 4)::bytea as key_id, count(*)::bigint as n from signing_keys group by 2
union all
select 'token keys'::text, substring(sealed_key from 1 for 4)::bytea, count(*) from token_keys group by 2
union all
select 'webhook secrets'::text, substring(sealed_secret from 1 for 4)::bytea, count(*) from webhooks group by 2
union all
select 'webhook secrets'::text, substring(sealed_previous from 1 for 4)::bytea, count(*) from webhooks where previous_until > now() group by 2
union all
select 'sign-in secrets'::text, substring(sealed_secret from 1 for 4)::bytea, count(*) from sso_connections where sealed_secret <> '' group by 2
union all
select 'mail server passwords'::text, substring(sealed_password from 1 for 4)::bytea, count(*) from email_servers where sealed_password <> '' group by 2
union all
select 'DKIM keys'::text, substring(sealed_key from 1 for 4)::bytea, count(*) from dkim_keys group by 2
union all
select 'mail provider secrets'::text, substring(sealed_secret from 1 for 4)::bytea, count(*) from email_feedback where sealed_secret <> '' group by 2
union all
select 'mailbox passwords'::text, substring(imap_sealed_password from 1 for 4)::bytea, count(*) from email_feedback where imap_sealed_password <> '' group by 2
union all
select 'authenticator secrets'::text, substring(sealed_secret from 1 for 4)::bytea, count(*) from user_totp group by 2
union all
select 'sign-in codes'::text, substring(sealed_code from 1 for 4)::bytea, count(*) from recipient_sign_ins
where sealed_code is not null and used_at is null and expires_at > now() group by 2;

-- name: SealedByOlder :one
-- SealedByOlder reports whether another key than the one with the id sealed secrets of mails or private keys of credentials. It reads
-- all of both, so it is asked only while a key is being replaced.
select exists (select from mails where substring(sealed from 1 for 4) <> @key_id::bytea)
	or exists (select from credentials where private_key like 'sealed:%' and substring(private_key from 8 for 4) <> @key_text::text) as found;
