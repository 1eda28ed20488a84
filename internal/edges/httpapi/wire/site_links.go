package wire

import (
	"net/http"
	"strconv"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
)

// SiteLinks resolves links that learning platforms send relative to their own pages.
type SiteLinks struct{ Departments *departments.Service }

// Complete resolves a link against the department's website. Without a website it drops the link with a warning, because a missing link
// is no reason to reject a credential.
func (s SiteLinks) Complete(r *http.Request, field string, link *httpx.Text, warnings *[]errs.Warning) error {
	if link == nil {
		return nil
	}
	if resolved, known := links.Resolve("", string(*link)); known {
		*link = httpx.Text(resolved)
		return nil
	}
	d, err := s.Departments.Read(r.Context(), access.From(r.Context()), 0)
	if err != nil {
		return err
	}
	resolved, known := links.Resolve(d.URL, string(*link))
	if !known {
		*warnings = append(*warnings, errs.Warn(field, "link.dropped", "link", string(*link)))
	}
	*link = httpx.Text(resolved)
	return nil
}

// Referee resolves the links of a referee. field is the referee's path in the request.
func (s SiteLinks) Referee(r *http.Request, field string, in *refereeInput, warnings *[]errs.Warning) error {
	if err := s.Complete(r, field+".url", in.URL, warnings); err != nil {
		return err
	}
	if err := s.Complete(r, field+".avatar", in.Avatar, warnings); err != nil {
		return err
	}
	return s.Complete(r, field+".avatar_image_url", in.AvatarImage, warnings)
}

// References resolves the links of the references of a new credential.
func (s SiteLinks) References(r *http.Request, all []ReferenceInput, warnings *[]errs.Warning) error {
	for i := range all {
		if err := s.Referee(r, "references."+strconv.Itoa(i)+".referee", &all[i].Referee, warnings); err != nil {
			return err
		}
	}
	return nil
}

// Evidence resolves the links of the items of a new credential. An item is left out if it contained nothing but a link that was
// dropped.
func (s SiteLinks) Evidence(r *http.Request, items []EvidenceInput, warnings *[]errs.Warning) ([]EvidenceInput, error) {
	kept := make([]EvidenceInput, 0, len(items))
	for i, item := range items {
		given := item.URL != nil && *item.URL != ""
		if err := s.Complete(r, "evidence_items."+strconv.Itoa(i)+".url", item.URL, warnings); err != nil {
			return nil, err
		}
		if given && *item.URL == "" && item.File == nil && item.StringObject.raw == nil {
			continue
		}
		kept = append(kept, item)
	}
	return kept, nil
}
