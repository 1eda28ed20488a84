-- name: ThrottleCount :one
-- ThrottleCount counts one attempt. A window that has passed starts anew with this attempt.
insert into throttles (key, window_start, count) values (@key, @now, 1)
on conflict (key) do update set
	count = case when throttles.window_start <= @since then 1 else throttles.count + 1 end,
	window_start = case when throttles.window_start <= @since then @now else throttles.window_start end
returning window_start, count;

-- name: ThrottleAdd :one
-- ThrottleAdd counts several attempts of a window that began at an instant. A window that has passed starts anew with them.
insert into throttles (key, window_start, count) values (@key, @start, @count)
on conflict (key) do update set
	count = case when throttles.window_start <= @since then excluded.count else throttles.count + excluded.count end,
	window_start = case when throttles.window_start <= @since then excluded.window_start else throttles.window_start end
returning window_start, count;

-- name: ThrottleForgive :exec
-- ThrottleForgive takes one attempt of the running window back.
update throttles set count = count - 1 where key = @key and count > 0 and window_start > @since;

-- name: ThrottleDeleteOld :execrows
-- ThrottleDeleteOld removes windows that began before an instant.
delete from throttles where window_start < @before;
