package issuer

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	billingapi "laurel/internal/edges/httpapi/v1/issuer/billing"
	"laurel/internal/edges/httpapi/v1/issuer/design"
	importsapi "laurel/internal/edges/httpapi/v1/issuer/imports"
	"laurel/internal/edges/httpapi/v1/issuer/supplements"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/reach/webhooks"
)

// EventPayloads builds the payloads of webhook events in the format of the API. It implements webhooks.Objects. Keys of private
// credentials are left out, because payloads are sent to and stored by third parties.
type EventPayloads struct{ Deps }

// credentialTold is a credential without the fields that have their own endpoints.
type credentialTold struct {
	wire.CredentialOut

	EvidenceItems *struct{} `json:"evidence_items,omitempty"`
	References    *struct{} `json:"references,omitempty"`
}

// BuildPayloads returns the payload of each event. Subjects that no longer exist are left out.
func (t EventPayloads) BuildPayloads(ctx context.Context, departmentID int64, events []webhooks.PayloadSource) ([]map[string]any, error) {
	by := access.Events.In(departmentID)
	found, err := t.credentials(ctx, by, events)
	if err != nil {
		return nil, err
	}
	out := make([]map[string]any, len(events))
	for i, e := range events {
		out[i] = map[string]any{}
		if c, ok := found[credentialOf(e)]; ok {
			out[i]["credential"] = c
		}
		subject, err := t.subject(ctx, by, e)
		if errs.KindOf(err) == errs.NotFound {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", e.Kind, err)
		}
		if subject != nil {
			out[i][e.Kind] = subject
		}
	}
	return out, nil
}

// credentials reads the credentials of all events at once.
func (t EventPayloads) credentials(ctx context.Context, by access.Actor, events []webhooks.PayloadSource) (map[int64]credentialTold, error) {
	var ids []int64
	for _, e := range events {
		if id := credentialOf(e); id != 0 {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil //nolint:nilnil // none are asked for
	}
	all, err := t.Credentials.ReadEvery(ctx, by.DepartmentID, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]credentialTold, len(all))
	for _, c := range all {
		found[c.ID] = credentialTold{CredentialOut: wire.CredentialWire{Links: t.Links}.Credential(c, by)}
	}
	return found, nil
}

// credentialOf returns the ID of the credential that an event concerns, directly or through its evidence, or 0.
func credentialOf(e webhooks.PayloadSource) int64 {
	if e.Kind == "credential" {
		return e.ID
	}
	id, _ := e.Details["credential_id"].(float64)
	return int64(id)
}

func (t EventPayloads) subject(ctx context.Context, by access.Actor, e webhooks.PayloadSource) (any, error) {
	switch e.Kind {
	case "evidence_item":
		item, err := t.Evidence.Read(ctx, by, strconv.FormatInt(credentialOf(e), 10), e.ID)
		if err != nil {
			return nil, err
		}
		return wire.EvidenceWire{Evidence: t.Evidence, Uploads: t.Uploads, Links: t.Links}.Item(ctx, item)
	case "name_change":
		c, err := t.NameChanges.Read(ctx, by, e.ID)
		return supplements.NameChangeWire(c), err
	case "import":
		id, _ := e.Details["import_uuid"].(string)
		i, err := t.Imports.Read(ctx, by, uuid.MustParse(id))
		return importsapi.Payload(ctx, t.Texts, i), err
	case "subscription":
		if t.Billing == nil {
			return nil, nil //nolint:nilnil // billing was turned off since
		}
		s, err := t.Billing.Subscription(ctx, by)
		return billingapi.Payload(s), err
	case "credits":
		return e.Details, nil
	case "design":
		d, err := t.Designs.Read(ctx, by, e.ID)
		return design.DesignWire{Links: t.Links}.Summary(d.Summary), err
	default:
		return nil, nil //nolint:nilnil // a credential was read with the others, and a test has no subject
	}
}
