package badges

import (
	"context"

	"laurel/internal/formats/auditlog"
)

// SignAuditHead signs the head of a department's audit log with the department's current key.
func (s *Service) SignAuditHead(ctx context.Context, claims auditlog.HeadClaims) (string, error) {
	key, _, err := s.key(ctx, claims.DepartmentID)
	if err != nil {
		return "", err
	}
	return claims.Sign(key.Private, key.Method)
}
