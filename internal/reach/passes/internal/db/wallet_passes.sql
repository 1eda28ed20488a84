-- name: PassKeep :one
-- PassKeep makes the pass of a credential for a person, or notes that its owner asked for it again.
insert into wallet_passes (serial, department_id, credential_id, recipient_id, platform, with_key, created_at, changed_at)
values (@serial, @department_id, @credential_id, @recipient_id, @platform, @with_key, @now::timestamptz, @now::timestamptz)
on conflict (credential_id, recipient_id, platform) do update set with_key = excluded.with_key, changed_at = excluded.changed_at
returning *;

-- name: PassRead :one
-- PassRead reads a pass, whose credential it is about, and the addresses and the language of its owner. All of these are null or empty once
-- the credential or the owner's account is gone.
select sqlc.embed(w), c.uuid as credential, r.locale as language,
	(select array_agg(a.email)::text[] from recipients a
		where a.id = coalesce(r.person_id, r.id) or a.person_id = coalesce(r.person_id, r.id)) as emails
from wallet_passes w left join credentials c on c.id = w.credential_id left join recipients r on r.id = w.recipient_id
where w.serial = @serial;

-- name: PassesWithdraw :many
-- PassesWithdraw notes which passes have lost their credential or their owner.
update wallet_passes set change = change + 1, changed_at = @now::timestamptz, withdrawn_at = @now::timestamptz
where id in (
	select w.id from wallet_passes w where (w.credential_id is null or w.recipient_id is null) and w.withdrawn_at is null
	limit @row_limit for update skip locked
)
returning serial, change;

-- name: PassesForget :exec
-- PassesForget deletes passes that were withdrawn before a time.
delete from wallet_passes where (credential_id is null or recipient_id is null) and withdrawn_at < @before::timestamptz;

-- name: PassesOfDepartments :many
-- PassesOfDepartments returns those of the departments whose credentials have passes.
select d.id::bigint from unnest(@department_ids::bigint[]) d(id) where exists (select from wallet_passes w where w.department_id = d.id);

-- name: PassesChange :many
-- PassesChange notes an event of credentials. It changes nothing when the event, or a later one, is noted already.
update wallet_passes w set change = e.id, changed_at = @now
from (select unnest(@credential_ids::bigint[]) as credential_id, unnest(@event_ids::bigint[]) as id) e
where w.department_id = @department_id and w.credential_id = e.credential_id and w.change < e.id
returning w.serial, w.change;

-- name: PassSynced :exec
-- PassSynced notes the change that Google Wallet has.
update wallet_passes set synced = @change where id = @id and synced < @change;

-- name: PassAdded :execrows
-- PassAdded notes the first device that has a pass.
update wallet_passes set added_at = @now::timestamptz where id = @id and added_at is null;

-- name: RegistrationKeep :one
-- RegistrationKeep registers a device for changes of a pass. It returns whether the device is new, and no row if the pass has too many.
insert into wallet_registrations (pass_id, device, push_token, pushed, created_at)
select w.id, @device, @push_token, w.change, @now::timestamptz from wallet_passes w
where w.id = @pass_id
	and (exists (select from wallet_registrations r where r.pass_id = w.id and r.device = @device)
		or (select count(*) from wallet_registrations r where r.pass_id = w.id) < @most::bigint)
on conflict (pass_id, device) do update set push_token = excluded.push_token
returning (xmax = 0)::boolean as added;

-- name: RegistrationDelete :exec
-- RegistrationDelete ends the registration of a device for a pass.
delete from wallet_registrations where pass_id = @pass_id and device = @device;

-- name: RegistrationsOfDevice :many
-- RegistrationsOfDevice lists the passes of a device that changed after a time, those that changed last first.
select w.serial, w.changed_at from wallet_registrations r join wallet_passes w on w.id = r.pass_id
where r.device = @device and w.changed_at > @since order by w.changed_at desc limit @row_limit;

-- name: DeviceKnown :one
-- DeviceKnown reports whether a device is registered for any pass.
select exists (select from wallet_registrations where device = @device);

-- name: RegistrationsBehind :many
-- RegistrationsBehind lists the devices that have not been told of a change of a pass.
select device, push_token from wallet_registrations where pass_id = @pass_id and pushed < @change order by device;

-- name: RegistrationPushed :exec
-- RegistrationPushed notes that a device was told of a change.
update wallet_registrations set pushed = @change where pass_id = @pass_id and device = @device and pushed < @change;

-- name: RegistrationsForget :exec
-- RegistrationsForget ends the registrations of a push token that works no more.
delete from wallet_registrations where push_token = @push_token;
