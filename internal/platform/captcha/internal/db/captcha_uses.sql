-- name: CaptchaUseInsert :execrows
-- CaptchaUseInsert notes that a challenge was answered; no row means it was answered before.
insert into captcha_uses (solution_hash, expires_at) values (@solution_hash, @expires_at) on conflict do nothing;

-- name: CaptchaUseDeleteExpired :execrows
-- CaptchaUseDeleteExpired removes uses of challenges that nobody could answer any more.
delete from captcha_uses where expires_at < @now;
