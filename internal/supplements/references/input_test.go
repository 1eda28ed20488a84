package references

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// wrong lists the fields that an error blames.
func wrong(err error) []string {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		return nil
	}
	fields := make([]string, 0, len(refusal.Fields))
	for field := range refusal.Fields {
		fields = append(fields, field)
	}
	slices.Sort(fields)
	return fields
}

func TestAReferenceIsReadFieldByField(t *testing.T) {
	t.Parallel()
	good := func(change func(*Input)) Input {
		in := Input{Text: optional.Set("Careful"), Name: optional.Set("Grace"), Relationship: optional.Set("taught")}
		change(&in)
		return in
	}
	for name, tc := range map[string]struct {
		change func(*Input)
		wrong  []string
	}{
		"all that is needed":       {func(*Input) {}, nil},
		"no relationship":          {func(in *Input) { in.Relationship = optional.Set("") }, nil},
		"another case":             {func(in *Input) { in.Relationship = optional.Set(" Professor ") }, nil},
		"an unknown relationship":  {func(in *Input) { in.Relationship = optional.Set("cousin") }, []string{"relationship"}},
		"no words":                 {func(in *Input) { in.Text = optional.Set("  ") }, []string{"description"}},
		"5,000 letters":            {func(in *Input) { in.Text = optional.Set(strings.Repeat("ü", 5000)) }, nil},
		"5,001 letters":            {func(in *Input) { in.Text = optional.Set(strings.Repeat("ü", 5001)) }, []string{"description"}},
		"a zero byte":              {func(in *Input) { in.Text = optional.Set("a\x00b") }, []string{"description"}},
		"no name":                  {func(in *Input) { in.Name = optional.Set("") }, []string{"referee.name"}},
		"a long name":              {func(in *Input) { in.Name = optional.Set(strings.Repeat("n", 256)) }, []string{"referee.name"}},
		"no address at all":        {func(in *Input) { in.Email = optional.Set("grace") }, []string{"referee.email"}},
		"a script as page":         {func(in *Input) { in.URL = optional.Set("javascript:alert(1)") }, []string{"referee.url"}},
		"a picture that is a file": {func(in *Input) { in.Avatar = optional.Set("file:///etc/passwd") }, []string{"referee.avatar"}},
		"everything": {func(in *Input) {
			*in = Input{Relationship: optional.Set("x"), Email: optional.Set("x"), URL: optional.Set("x"), Avatar: optional.Set("x")}
		}, []string{"description", "referee.avatar", "referee.email", "referee.name", "referee.url", "relationship"}},
	} {
		var r Reference
		if got := wrong(good(tc.change).apply(&r)); !slices.Equal(got, tc.wrong) {
			t.Errorf("%s: wrong are %v, want %v", name, got, tc.wrong)
		}
	}
}

func TestARequestIsReadFieldByField(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		in    Request
		wrong []string
	}{
		"all that is needed":     {Request{Name: "Grace", Email: "grace@x.example"}, nil},
		"nothing":                {Request{}, []string{"referee.email", "referee.name"}},
		"the recipient":          {Request{Name: "Ada", Email: "ADA@x.example"}, []string{"referee.email"}},
		"a message with a page":  {Request{Name: "Grace", Email: "grace@x.example", Message: "Look: HTTPS://bad.example"}, []string{"message"}},
		"a name with a page":     {Request{Name: "Win at www.bad.example", Email: "grace@x.example"}, []string{"referee.name"}},
		"a header in an address": {Request{Name: "Grace", Email: "grace@x.example\r\nBcc: all@x.example"}, []string{"referee.email"}},
	} {
		var r Reference
		if got := wrong(tc.in.apply(&r, "ada@x.example")); !slices.Equal(got, tc.wrong) {
			t.Errorf("%s: wrong are %v, want %v", name, got, tc.wrong)
		}
	}
}

func TestAnOrderIsMadeByMoving(t *testing.T) {
	t.Parallel()
	all := []Reference{{ID: 1}, {ID: 2}, {ID: 3}}
	for _, tc := range []struct {
		id   int64
		to   int
		want []int64
	}{
		{1, 0, []int64{1, 2, 3}}, {1, 1, []int64{2, 1, 3}}, {1, 9, []int64{2, 3, 1}}, {3, -4, []int64{3, 1, 2}},
	} {
		var got []int64
		for _, r := range moved(all, tc.id, tc.to) {
			got = append(got, r.ID)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%d to %d: %v, want %v", tc.id, tc.to, got, tc.want)
		}
	}
}
