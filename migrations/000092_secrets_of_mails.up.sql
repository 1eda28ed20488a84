-- What a mail lets its reader do (links that sign in, keys of private credentials), encrypted until it was delivered. html and
-- body_text hold a word in its place.
alter table mails add column sealed bytea;

-- next step
-- Mails that went out lose what they hold in clear.
call pg_temp.in_batches('mails', 'id', $batch$
	update mails set
		html = regexp_replace(regexp_replace(html, 'laurel_[a-z]+[_:][0-9A-Za-z]{40,}', 'removed', 'g'), '([?&]|&amp;)key=[0-9A-Za-z_-]{20,}', '\1key=removed', 'g'),
		body_text = regexp_replace(regexp_replace(body_text, 'laurel_[a-z]+[_:][0-9A-Za-z]{40,}', 'removed', 'g'), '([?&])key=[0-9A-Za-z_-]{20,}', '\1key=removed', 'g')
	where {rows} and state not in ('queued', 'sending') and (body_text ~ 'laurel_[a-z]+[_:][0-9A-Za-z]{40,}' or body_text ~ '[?&]key=')
$batch$);
