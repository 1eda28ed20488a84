package apptest_test

import (
	"testing"
)

func TestAPagePastTheEndIsEmptyAndTheLast(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for _, name := range []string{"ada", "ben", "cy"} {
		in.Post("/v1/credentials", in.learner(name)).OK()
	}
	for _, path := range []string{"/v1/all_credentials", "/v1/credentials", "/v1/issuer/all_groups", "/v1/issuer/all_designs", "/v1/departments", "/v1/team_members", "/v1/analytics"} {
		for _, page := range []string{"2", "201", "999999", "99999999999"} {
			reply := in.Get(path + "?page=" + page).OK()
			for _, list := range []string{"credentials", "groups", "designs", "departments", "team_members", "analytics"} {
				if rows, ok := reply.At(list).([]any); ok && len(rows) != 0 && page != "99999999999" {
					t.Errorf("%s?page=%s has %d rows", path, page, len(rows))
				}
			}
			if reply.At("meta.next_page") != nil {
				t.Errorf("%s?page=%s leads on: %s", path, page, reply.Body)
			}
		}
	}
}

func TestAProgramLeafsThroughAllCredentials(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada")).OK()
	in.World.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, source, created_at, updated_at)
		select department_id, group_id, gen_random_uuid(), 'k' || lpad(i::text, 8, '0'), 'R ' || i, 'r.' || i || '@recipients.example', issued_on, private, private_key, source, created_at, updated_at
		from credentials, generate_series(1, 11000) i`)
	last := in.Get("/v1/all_credentials?page_size=1000&page=11").OK()
	if last.Int("meta.total_count") != 11001 || last.Int("meta.total_pages") != 12 || last.Int("meta.next_page") != 12 || last.At("meta.total_is_capped") != false {
		t.Errorf("%s", last.Body[len(last.Body)-300:])
	}
	end := in.Get("/v1/all_credentials?page_size=1000&page=12").OK()
	if rows, _ := end.At("credentials").([]any); len(rows) != 1 || end.At("meta.next_page") != nil {
		t.Errorf("%d rows, next is %v", len(rows), end.At("meta.next_page"))
	}
}

func TestAProgramLeafsThroughAllEvents(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Post("/v1/credentials", in.learner("ada")).OK()
	first := in.Get("/v1/analytics").OK().Int("meta.total_count")
	in.World.Exec(`insert into audit_events (department_id, action, object_kind, object_id, created_at)
		select department_id, 'credential.updated', 'credential', id::text, created_at from credentials, generate_series(1, 11000)`)
	for page, rows := range map[string]int{"1": 1000, "11": 1000, "12": int(first), "13": 0, "99999999": 0} {
		reply := in.Get("/v1/analytics?page_size=1000&page=" + page).OK()
		got, _ := reply.At("analytics").([]any)
		if len(got) != rows || reply.Int("meta.total_count") != 11000+first || (reply.At("meta.next_page") == nil) != (rows < 1000) {
			t.Errorf("page %s has %d rows of %v, and %v follows", page, len(got), reply.At("meta.total_count"), reply.At("meta.next_page"))
		}
	}
}
