package wire

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
)

// GroupRefs finds groups by ID or name.
type GroupRefs struct{ Groups *groups.Service }

// ID returns the ID of a group, or 0 if ref is empty. A number is returned without checking that the group exists. It returns
// groups.ErrNotFound if no group has the name.
func (g GroupRefs) ID(r *http.Request, ref httpx.Ref) (int64, error) {
	text := strings.TrimSpace(string(ref))
	if text == "" {
		return 0, nil
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		return id, nil
	}
	return g.Groups.Find(r.Context(), access.From(r.Context()), text)
}

// Filter returns the ID of the group that a list is limited to. For an unknown group it returns NoGroup, so that the list is empty.
func (g GroupRefs) Filter(r *http.Request, ref httpx.Ref) (int64, error) {
	id, err := g.ID(r, ref)
	if errors.Is(err, groups.ErrNotFound) {
		return NoGroup, nil
	}
	return id, err
}
