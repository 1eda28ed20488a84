package wire

import (
	"net/http"
	"strconv"
	"strings"
)

// nowhere is the ID of a department that cannot exist.
const nowhere = -1

// WantedDepartment parses the department-id header. It returns 0 if it is missing, and nowhere if it is invalid.
func WantedDepartment(r *http.Request) int64 {
	header := strings.TrimSpace(r.Header.Get("department-id"))
	if header == "" {
		return 0
	}
	id, err := strconv.ParseInt(header, 10, 64)
	if err != nil || id <= 0 {
		return nowhere
	}
	return id
}
