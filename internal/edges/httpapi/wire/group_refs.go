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

// GroupRefs finds the groups that requests name by id or by name.
type GroupRefs struct{ Groups *groups.Service }

// ID returns the id of a group; 0 when ref is empty. A number is returned as it is: what uses it looks it up. It returns
// groups.ErrNotFound when no group has the name.
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

// Filter returns the id of a group that a list is limited to. A list of an unknown group is empty.
func (g GroupRefs) Filter(r *http.Request, ref httpx.Ref) (int64, error) {
	id, err := g.ID(r, ref)
	if errors.Is(err, groups.ErrNotFound) {
		return NoGroup, nil
	}
	return id, err
}
