-- Rows of the previous release: at least one in every table of its schema. TestUpgrade runs it after the migrations up to the number in
-- the name of this file, then the later ones, and compares. After a release, make the file of the release from this one and its new
-- tables and columns, and delete this one.
begin;
-- Without triggers, which would write rows of their own.
set local session_replication_role = replica;
delete from kept_documents_swept;

insert into installation (
	only_row, sealed_check, created_at
) values (
	true, '\x01', '2026-11-01T12:00Z'
);
insert into processes (
	id, host, version, queues, started_at, seen_at
) values (
	'00000000-0000-4000-8000-000000000001', 'host', 'version', '{default}', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into throttles (
	key, window_start, count
) values (
	'\x01', '2026-11-01T12:00Z', 1
);
insert into captcha_uses (
	solution_hash, expires_at
) values (
	'\x01', '2026-11-01T12:00Z'
);
insert into departments (
	id, name, url, logo, description, language, time_zone, generate_private_credential, linkedin_company_id, meta_data, created_at,
	updated_at, deleted_at, hold_minutes, page_banner, whitelabel_logo, contact_email, undeclared_attributes
) overriding system value values (
	1, 'Weaving', 'https://guild.example', 'https://guild.example/logo.png', 'description', 'en', 'Europe/Berlin', true,
	'linkedin company id', '{}', '2026-11-01T12:00Z', '2026-11-01T12:00Z', null, 1, 'page banner', 'whitelabel logo', 'contact email',
	'declare'
);
insert into users (
	id, email, name, password_hash, language, verified_at, created_at, updated_at
) overriding system value values (
	1, 'Owner@example.org', 'Weaving', 'password hash', 'en', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into memberships (
	user_id, department_id, role, created_at, member_id
) values (
	1, 1, 'administrator', '2026-11-01T12:00Z', 1
);
insert into department_users (
	department_id, user_id
) values (
	1, 1
);
insert into invitations (
	id, department_id, email, name, language, role, token_hash, created_at, expires_at
) values (
	1, 1, 'invited@example.org', 'Weaving', 'en', 'role', '\x01', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into sign_ups (
	token_hash, email, name, password_hash, language, department_name, created_at, expires_at
) values (
	'\x01', 'new@example.org', 'Weaving', 'password hash', 'en', 'department name', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into sessions (
	id, token_hash, user_id, selected_department, bound, ip, user_agent, created_at, last_seen_at, expires_at
) overriding system value values (
	1, '\x01', 1, 1, true, '192.0.2.1', 'user agent', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into user_tokens (
	token_hash, kind, user_id, selected_department, created_at, expires_at, used_at
) values (
	'\x01', 'verify', 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into api_keys (
	id, department_id, name, token_hash, last_characters, access, created_by, created_at, last_used_at, revoked_at, scopes, group_ids,
	networks, expires_at, last_used_ip, old_token_hash, old_until, test, rate
) overriding system value values (
	1, 1, 'Weaving', '\x01', 'last characters', 'read', 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', null, 'scopes', '{}', '{10.0.0.0/8}',
	'2026-11-01T12:00Z', 'last used ip', '\x01', '2026-11-01T12:00Z', true, 1
);
insert into api_key_requests (
	id, department_id, api_key_id, method, path, status, milliseconds, request_id, code, ip, at
) overriding system value values (
	1, 1, 1, 'method', 'path', 1, 1, 'request id', 'code', '192.0.2.1', '2026-11-01T12:00Z'
);
insert into audit_events (
	id, department_id, user_id, api_key_id, action, object_kind, object_id, details, ip, request_id, created_at, embed_session_id, recipient_id,
	system
) overriding system value values (
	1, 1, 1, 1, 'action', 'object kind', 'object id', '{}', '192.0.2.1', 'request id', '2026-11-01T12:00Z', 1, 1,
	'system'
);
insert into idempotency_keys (
	department_id, key, request_hash, status, body, created_at
) values (
	1, 'key', '\x01', 1, '{}', '2026-11-01T12:00Z'
);
insert into saved_filters (
	id, department_id, user_id, name, query, is_default, created_at, updated_at
) overriding system value values (
	1, 1, 1, 'Weaving', 'query', true, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into attribute_keys (
	id, department_id, name, key, kind, draft, created_at, updated_at
) overriding system value values (
	1, 1, 'Loom', 'loom', 'text', true, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into uploads (
	id, department_id, preset, object_key, content_type, file_name, max_bytes, state, public_key, bytes, width, height, created_by,
	created_at, checked_at, served_as
) overriding system value values (
	1, 1, 'evidence', 'object key', 'content type', 'file name', 1, 'ready', 'public key', 1, 1, 1, 1, '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', 'served as'
);
insert into designs (
	id, department_id, name, kind, size, orientation, language, current_version_id, meta_data, created_at, updated_at
) overriding system value values (
	1, 1, 'Weaving', 'certificate', 'size', 'landscape', 'en', 1, '{}', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into design_versions (
	id, department_id, design_id, number, uuid, document, document_hash, created_by, created_at, name
) overriding system value values (
	1, 1, 1, 1, '00000000-0000-4000-8000-000000000001', '{}', '\x01', 1, '2026-11-01T12:00Z', 'Weaving'
);
insert into fonts (
	id, department_id, name, style, licensed_by, created_at, updated_at, deleted_at
) overriding system value values (
	1, 1, 'Weaving', 'sans', 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', null
);
insert into font_names (
	department_id, key, font_id
) values (
	1, 'guild sans', 1
);
insert into font_files (
	id, department_id, font_id, weight, italic, hash, ending, bytes, characters, file_name, created_at
) overriding system value values (
	1, 1, 1, 400, true, repeat('0', 64), 'ttf', 1, 'characters', 'file name', '2026-11-01T12:00Z'
);
insert into embed_settings (
	department_id, plain_contract
) values (
	1, true
);
insert into embed_origins (
	id, department_id, origin, created_at
) overriding system value values (
	1, 1, 'https://host.example', '2026-11-01T12:00Z'
);
insert into embed_grants (
	id, department_id, kind, secret_hash, design_id, design_kind, allowed_origin, scopes, locale, user_ref, api_key_id, user_id, session_id,
	created_at, expires_at, used_at
) overriding system value values (
	1, 1, 'token', '\x01', 1, 'certificate', 'allowed origin', 'scopes', 'en', 'user ref', 1, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z'
);
insert into embed_sessions (
	id, department_id, grant_id, created_at, ended_at
) overriding system value values (
	1, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into embed_tokens (
	token_hash, department_id, session_id, kind, expires_at, used_at
) values (
	'\x01', 1, 1, 'bearer', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into groups (
	id, department_id, name, course_name, course_description, course_link, language, certificate_design_id, badge_design_id,
	primary_design_id, generate_private_credential, allow_duplicate_credentials, attach_pdf, send_emails, achievement_type, learning_outcomes,
	auto_expiry_amount, auto_expiry_unit, meta_data, state, created_at, updated_at, skill_category_id, criteria, criteria_url, alignments,
	tags, signup_url, settings, prerequisites_after, prerequisites_lost
) overriding system value values (
	1, 1, 'Weaving', 'course name', 'course description', 'course link', 'en', 1, 1, 1, true, true, true, true, 'achievement type', '{}', 1,
	'day', '{}', 'active', '2026-11-01T12:00Z', '2026-11-01T12:00Z', 1, 'criteria', 'criteria url', '[]', '{craft}', 'signup url', '{}',
	'2026-11-01', 'keep'
), (
	2, 1, 'Dyeing', 'course name', 'course description', 'course link', 'en', null, null, null, true, true, true, true, 'achievement type',
	'{}', 1, 'day', '{}', 'active', '2026-11-01T12:00Z', '2026-11-01T12:00Z', 1, 'criteria', 'criteria url', '[]', '{craft}', 'signup url',
	'{}', '2026-11-01', 'keep'
);
insert into group_defaults (
	department_id, defaults, updated_at
) values (
	1, '{}', '2026-11-01T12:00Z'
);
insert into collections (
	id, department_id, name, description, public, created_at, updated_at
) values (
	'00000000-0000-4000-8000-000000000001', 1, 'Weaving', 'description', true, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into collection_groups (
	department_id, collection_id, group_id
) values (
	1, '00000000-0000-4000-8000-000000000001', 1
);
insert into credentials (
	id, department_id, group_id, uuid, encoded_id, license_id, recipient_name, recipient_email, recipient_id, recipient_phone,
	recipient_meta_data, name, description, issued_on, expired_on, grade, custom_attributes, private, private_key, complete,
	allow_supplemental_evidence, allow_supplemental_references, state, allows_duplicate, publish_at, published_at, certificate_version_id,
	badge_version_id, snapshot, email_status, meta_data, source, created_at, updated_at, deleted_at, suspended_at, suspension_reason,
	revoked_at, revocation_reason, revocation_note, publish_send_email, publish_refusal, supersedes_id, revokes_superseded, superseded_at,
	corrected_at, name_change_open, import_id, test, expired_at
) overriding system value values (
	1, 1, 1, '00000000-0000-4000-8000-000000000001', 'abc12345', 'L-1', 'Ada Lovelace', 'Ada@example.org', 'recipient id', 'recipient phone',
	'{}', 'Weaving', 'description', '2026-11-01', '2028-11-01', 90, '{"loom": "Jacquard"}', false, 'private key', true, true, true,
	'published', true, null, '2026-11-01T12:00Z', 1, 1,
	'{"group": {"course_name": "Weaving"}, "issuer": {"name": "Guild"}, "attributes": []}', 'sent', '{}', 'source', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', null, null, 'suspension reason', null, null, 'revocation note', true, 'publish refusal', null, true, null,
	'2026-11-01T12:00Z', true, 1, false, null
), (
	3, 1, 1, '00000000-0000-4000-8000-000000000003', 'def67890', null, 'Grace Hopper', 'grace@example.org', 'recipient id', 'recipient phone',
	'{}', 'Weaving', 'description', '2026-11-01', '2028-11-01', 90, '{"loom": "Jacquard"}', false, 'private key', true, true, true, 'draft',
	true, null, null, 1, 1, null, 'not_sent', '{}', 'source', '2026-11-01T12:00Z', '2026-11-01T12:00Z', null, null, 'suspension reason', null,
	null, 'revocation note', true, 'publish refusal', null, true, null, '2026-11-01T12:00Z', true, 1, false, null
);
insert into issued_lately (
	credential_id, department_id
) values (
	1, 1
);
insert into tombstones (
	department_id, credential_id, uuid, encoded_id, private_key, issued, hash, deleted_at, purged_at
) values (
	1, 2, '00000000-0000-4000-8000-000000000002', 'gone2345', 'private key', true, sha256('content'), '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into rewordings (
	id, department_id, group_id, total_count, done_count, created_by, api_key_id, created_at, finished_at
) overriding system value values (
	1, 1, 1, 1, 1, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into signing_keys (
	id, department_id, multikey, sealed_seed, created_at, retired_at, revoked_at
) overriding system value values (
	1, 1, 'multikey', '\x01', '2026-11-01T12:00Z', null, null
);
insert into token_keys (
	id, department_id, name, public_key, sealed_key, created_at, retired_at, revoked_at
) overriding system value values (
	1, 1, 'Weaving', '{}', '\x01', '2026-11-01T12:00Z', null, null
);
insert into signed_badges (
	id, department_id, credential_id, key_id, content_hash, document, created_at
) overriding system value values (
	1, 1, 1, 1, sha256('content'), 'document', '2026-11-01T12:00Z'
);
insert into badges_to_sign (
	credential_id, department_id
) values (
	1, 1
);
insert into status_lists (
	department_id, number, version, signed_version, revocation, suspension, valid_until
) values (
	1, 1, 1, 1, 'revocation', 'suspension', '2026-11-01T12:00Z'
);
insert into status_entries (
	department_id, number, position, credential_id, superseded_at
) values (
	1, 1, 1, 1, '2026-11-01T12:00Z'
);
insert into recipients (
	id, email, name, locale, state, created_at, updated_at, vanity
) overriding system value values (
	1, 'ada@example.org', 'Weaving', 'en', 'passive', '2026-11-01T12:00Z', '2026-11-01T12:00Z', 'ada-lovelace'
);
insert into recipient_links (
	id, department_id, credential_id, recipient_id, token_hash, level, created_by, created_at, expires_at, used_at, revoked_at, redirect_to,
	framed, only_groups
) overriding system value values (
	1, 1, 1, 1, '\x01', 'limited', 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z', 'redirect to', true,
	'{1}'
);
insert into recipient_sessions (
	id, department_id, link_id, recipient_id, token_hash, level, ip, user_agent, created_at, last_seen_at, idle_after, expires_at, only_groups
) overriding system value values (
	1, 1, 1, 1, '\x01', 'limited', '192.0.2.1', 'user agent', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', '{1}'
);
insert into evidence_items (
	id, department_id, credential_id, uuid, category, title, narrative, url, content, preview_url, upload_id, file_key, file_name, file_type,
	file_bytes, scan, position, hidden, supplemental, visibility, state, rejection, created_at, updated_at, submitted_at, scanned_at
) overriding system value values (
	1, 1, 1, '00000000-0000-4000-8000-000000000001', 'file', 'title', 'narrative', 'https://guild.example', '{}', 'preview url', 1,
	'file key', 'file name', 'file type', 1, 'pending', 1, true, true, 'public', 'accepted', 'rejection', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into evidence_changes (
	credential_id, department_id, changed_at
) values (
	1, 1, '2026-11-01T12:00Z'
);
insert into credential_references (
	id, department_id, credential_id, asked_by, relationship, words, referee_name, referee_email, referee_title, referee_url, referee_avatar,
	message, position, state, rejection, turn, token_hash, token_expires_at, requested_at, submitted_at, decided_at, created_at, updated_at
) overriding system value values (
	1, 1, 1, 'issuer', 'taught', 'words', 'referee name', 'referee email', 'referee title', 'referee url', 'referee avatar', 'message', 1,
	'approved', 'rejection', 1, '\x01', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into name_change_settings (
	department_id, auto_approve
) values (
	1, true
);
insert into name_changes (
	id, department_id, credential_id, recipient_id, current_name, requested_name, reason, note, all_mine, distance, state, decided_by,
	decided_by_key, decision_note, decided_at, document_key, document_name, document_type, created_at, expires_at, kind, confirm_hash,
	confirmed_at
) overriding system value values (
	1, 1, 1, 1, 'current name', 'requested name', 'typo', 'note', true, 1, 'approved', 1, 1, 'decision note', '2026-11-01T12:00Z',
	'document key', 'document name', 'document type', '2026-11-01T12:00Z', '2026-11-01T12:00Z', 'name', '\x01', '2026-11-01T12:00Z'
);
insert into name_change_items (
	name_change_id, department_id, credential_id
) values (
	1, 1, 1
);
insert into publications (
	id, department_id, uuid, send_email, input_count, published_count, refused_count, created_by, api_key_id, created_at, finished_at,
	hold_minutes, hold_until, released_at, undone_at, undone_by, undone_by_key, undone_count, undo_finished_at, test
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', true, 1, 1, 1, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', 1, '2026-11-01T12:00Z', null,
	'2026-11-01T12:00Z', 1, 1, 1, '2026-11-01T12:00Z', true
);
insert into publication_items (
	publication_id, department_id, credential_id, outcome
) values (
	1, 1, 1, 'published'
);
insert into bulk_actions (
	id, department_id, uuid, kind, params, undo_of, input_count, done_count, unchanged_count, refused_count, created_by, api_key_id,
	created_at, cancelled_at, finished_at, test, stop_reason
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'expiry', '{}', null, 1, 1, 1, 1, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', true, 'stop reason'
);
insert into bulk_items (
	action_id, department_id, credential_id, outcome, reason, trace
) values (
	1, 1, 1, 'done', 'reason', '{}'
);
insert into exports (
	id, department_id, uuid, kind, input_count, ready_count, left_out_count, created_by, api_key_id, created_at, finished_at, expires_at,
	marks, paper, gap, private_keys
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'certificate', 1, 1, 0, 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	true, '', 5, true
);
insert into export_items (
	export_id, department_id, credential_id, outcome
) values (
	1, 1, 1, 'ready'
);
insert into data_exports (
	id, department_id, uuid, entity, format, filter, column_names, total_count, row_count, piece_count, last_id, state, created_by,
	api_key_id, created_at, finished_at, expires_at, private_keys
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'organizations', 'csv', '{}', '{}', 1, 1, 1, 1, 'completed', 1, 1, '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', '2026-11-01T12:00Z', true
);
insert into imports (
	id, department_id, uuid, state, revision, problem, object_key, file_name, format, size, file_deleted_at, sheets, sheet, delimiter,
	encoding, header_row, columns, mapping, remembered, settings, total_rows, good_rows, warning_rows, error_rows, excluded_rows,
	new_recipients, problem_counts, notices, created, updated, skipped, failed, publish, send_email, hold_minutes, publication_uuid,
	consent_name, consent_at, undo, undone_at, created_by, api_key_id, created_by_name, created_at, started_at, finished_at, expires_at
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'completed', 1, '{}', 'object key', 'file name', 'csv', 1, '2026-11-01T12:00Z', '[]', 1,
	'delimiter', 'encoding', 1, '[]', '{}', true, '{}', 1, 1, 1, 1, 1, 1, '[]', '[]', 1, 1, 1, 1, true, true, 1,
	'00000000-0000-4000-8000-000000000001', 'consent name', '2026-11-01T12:00Z', '{}', '2026-11-01T12:00Z', 1, 1, 'created by name',
	'2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into import_rows (
	import_id, department_id, number, cells, excluded, errors, warnings, problems, outcome, reason, credential_id, undone
) values (
	1, 1, 1, '[]', true, 1, 1, '[]', 'created', '{}', 1, 'deleted'
);
insert into import_mappings (
	department_id, signature, mapping, updated_at
) values (
	1, '\x01', '{}', '2026-11-01T12:00Z'
);
insert into claim_links (
	id, department_id, group_id, token, name, opens_at, closes_at, quota, taken_count, allowed_domains, needs_approval, state, created_by,
	api_key_id, created_at, updated_at, deleted_at
) overriding system value values (
	1, 1, 1, 'abcdef123456', 'Weaving', '2026-11-01T12:00Z', '2026-12-01T00:00Z', 10, 1, '{}', true, 'active', 1, 1, '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', null
);
insert into claims (
	id, department_id, claim_link_id, name, email, language, state, secret_hash, secret_expires_at, credential_id, created_at, confirmed_at,
	decided_at, decided_by
) overriding system value values (
	1, 1, 1, 'Weaving', 'ada@example.org', 'en', 'issued', '\x01', '2026-11-01T12:00Z', 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z',
	'2026-11-01T12:00Z', 1
);
insert into group_prerequisites (
	department_id, group_id, prerequisite_id
) values (
	1, 1, 2
);
insert into stack_marks (
	id, department_id, group_id
) overriding system value values (
	1, 1, 1
);
insert into stack_results (
	department_id, group_id, address_hash, credential_id, suspended_at, created_at
) values (
	1, 1, '\x01', 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into mails (
	id, department_id, credential_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, state, attempts, last_error,
	created_at, sent_at, held_by, sender_name, reply_to, cc, bcc, sealed, tried_since
) overriding system value values (
	1, 1, 1, 'kind', 'dedupe key', 'message id', 'recipient', 'subject', '<p>Your credential</p>', 'body text', 'queued', 1, 'last error',
	'2026-11-01T12:00Z', '2026-11-01T12:00Z', null, 'sender name', 'reply to', 'cc', 'bcc', '\x01', '2026-11-01T12:00Z'
);
insert into document_packs (
	id, department_id, created_at, common
) values (
	'00000000-0000-4000-8000-000000000001', 1, '2026-11-01T12:00Z', 1
);
insert into kept_documents (
	name, department_id, credential_id, kept_at, delete_after, pack_id, pack_start, pack_size, asked_on
) values (
	'Weaving', 1, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z', '00000000-0000-4000-8000-000000000001', 1, 1, '2026-11-01'
);
insert into kept_documents_swept (
	one, changed_before
) values (
	true, '2026-11-01T12:00Z'
);
insert into page_views (
	id, department_id, domain, env, property, path, data, created_at
) overriding system value values (
	1, 1, 'domain', 'env', 'view', '/abc12345', '{}', '2026-11-01T12:00Z'
);
insert into link_clicks (
	id, department_id, from_url, to_url, html, aad, created_at
) overriding system value values (
	1, 1, 'from url', 'to url', 'html', 'aad', '2026-11-01T12:00Z'
);
insert into credential_engagements (
	credential_id, department_id, level, reached_at
) values (
	1, 1, 1, '2026-11-01T12:00Z'
);
insert into webhooks (
	id, department_id, uuid, url, description, events, state, paused_reason, api_version, sealed_secret, sealed_previous, previous_until,
	failing_since, slow, created_by, created_at, updated_at
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'https://guild.example', 'description', '{credential.published}', 'active', null,
	'api version', '\x01', '\x01', '2026-11-01T12:00Z', '2026-11-01T12:00Z', true, 1, '2026-11-01T12:00Z', '2026-11-01T12:00Z'
);
insert into webhook_events (
	id, department_id, uuid, type, subject_kind, subject_id, details, only_webhook_id, occurred_at, body, test
) overriding system value values (
	1, 1, '00000000-0000-4000-8000-000000000001', 'type', 'credential', 1, '{}', 1, '2026-11-01T12:00Z', 'body', true
);
insert into webhook_deliveries (
	id, department_id, webhook_id, event_id, state, attempts, next_at, claimed_until, last_status, last_error, last_ms, tried_at, tries,
	created_at
) overriding system value values (
	1, 1, 1, 1, 'pending', 1, '2026-11-01T12:00Z', null, 1, 'last error', 1, '2026-11-01T12:00Z', '[]', '2026-11-01T12:00Z'
);
commit;
