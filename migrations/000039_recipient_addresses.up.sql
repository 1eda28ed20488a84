-- Under which name everybody finds what a recipient shows of themselves; null, and nothing is shown.
alter table recipients add column vanity text check (vanity ~ '^[a-z0-9](-?[a-z0-9]){2,39}$');
create unique index recipients_vanity_key on recipients (vanity);

-- Where a link leads once it signed its recipient in; empty: to their credential.
alter table recipient_links add column redirect_to text not null default '' check (char_length(redirect_to) <= 2048);
