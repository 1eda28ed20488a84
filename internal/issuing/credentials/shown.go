package credentials

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/pg"
)

// Location loads a time zone. An unknown name counts as UTC.
func Location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// shown converts rows to credentials with what they show of their groups, departments and designs, which is read once for all of them.
func (s store) shown(ctx context.Context, d pg.DB, rows []db.Credential, err error) ([]Credential, error) {
	if err != nil {
		return nil, fmt.Errorf("read credentials: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	groups, err := s.groups(ctx, d, rows)
	if err != nil {
		return nil, err
	}
	return s.show(ctx, d, rows, groups)
}

// show converts rows to credentials with the current data of their groups.
func (s store) show(ctx context.Context, d pg.DB, rows []db.Credential, groups []db.GroupsShownRow) ([]Credential, error) {
	present := make(map[int64]present, len(groups))
	for _, g := range groups {
		one, err := s.presentOf(g)
		if err != nil {
			return nil, err
		}
		present[g.GroupsShown.ID] = one
	}
	return s.showIn(ctx, d, rows, present)
}

// showIn is show with data that was already read.
func (s store) showIn(ctx context.Context, d pg.DB, rows []db.Credential, present map[int64]present) ([]Credential, error) {
	shows := make([]struct{ certificate, badge int64 }, len(rows))
	versionIDs := make([]int64, 0, 2*len(rows))
	for i, c := range rows {
		if State(c.State).Unpublished() {
			shows[i].certificate, shows[i].badge = present[c.GroupID].certificate, present[c.GroupID].badge
		}
		if c.CertificateVersionID != nil {
			shows[i].certificate = *c.CertificateVersionID
		}
		if c.BadgeVersionID != nil {
			shows[i].badge = *c.BadgeVersionID
		}
		versionIDs = append(versionIDs, shows[i].certificate, shows[i].badge)
	}
	looks, err := s.looks(ctx, d, versionIDs)
	if err != nil {
		return nil, err
	}
	all := make([]Credential, len(rows))
	for i, c := range rows {
		if all[i], err = s.fromRow(c, present[c.GroupID]); err != nil {
			return nil, fmt.Errorf("read credential %d: %w", c.ID, err)
		}
		certificate := looks[shows[i].certificate]
		all[i].Certificate, all[i].Size, all[i].Orientation = certificate.uuid, certificate.size, certificate.orientation
		all[i].Badge = looks[shows[i].badge].uuid
	}
	return all, nil
}

// present is the current data for all credentials of a group.
type present struct {
	*texts
	certificate, badge int64 // versions of the designs that what is not issued shows; 0 without a design
}

// texts are the texts of a group and its department. They are shared and immutable.
type texts struct {
	group   Group
	issuer  Issuer
	printed []Printed
}

// groups reads what credentials show of their groups.
func (s store) groups(ctx context.Context, d pg.DB, rows []db.Credential) ([]db.GroupsShownRow, error) {
	p := db.GroupsShownParams{Ids: make([]int64, 0, len(rows))}
	for _, c := range rows {
		p.Ids = append(p.Ids, c.GroupID)
		p.Unissued = p.Unissued || State(c.State).Unpublished()
	}
	slices.Sort(p.Ids)
	p.Ids = slices.Compact(p.Ids)
	found, err := s.q.GroupsShown(ctx, d, p)
	if err != nil {
		return nil, fmt.Errorf("read groups of credentials: %w", err)
	}
	if len(found) < len(p.Ids) {
		return nil, fmt.Errorf("read groups of credentials: %d of %d are there", len(found), len(p.Ids)) // their walls are the same
	}
	return found, nil
}

// presentOf returns data from the cache.
func (s store) presentOf(row db.GroupsShownRow) (present, error) {
	g := row.GroupsShown
	p := present{certificate: row.CertificateVersionID, badge: row.BadgeVersionID}
	var known bool
	if p.texts, known = s.memory.texts.get(textsKey{g.ID, g.Mark}); known {
		return p, nil
	}
	p.texts = &texts{group: Group{
		ID: g.ID, Name: g.Name, CourseName: g.CourseName, CourseDescription: g.CourseDescription, CourseLink: g.CourseLink,
		Language: g.Language, LearningOutcomes: g.LearningOutcomes, AchievementType: g.AchievementType, Criteria: g.Criteria,
		CriteriaURL: g.CriteriaUrl, CertificateDesignID: g.CertificateDesignID, BadgeDesignID: g.BadgeDesignID,
	},
		issuer: Issuer{
			ID: g.DepartmentID, Name: g.IssuerName, URL: g.IssuerUrl, Logo: g.IssuerLogo, Description: g.IssuerDescription,
			PageBanner: g.IssuerBanner, WhitelabelLogo: g.IssuerWhitelabelLogo, LinkedInID: g.IssuerLinkedinID,
			TimeZone: Location(g.TimeZone),
		},
	}
	var err error
	if p.group.Settings, err = groups.ParseSettings(g.Settings); err != nil {
		return p, err
	}
	if p.group.Alignments, err = groups.ParseAlignments(g.Alignments); err != nil {
		return p, err
	}
	s.memory.texts.put(textsKey{g.ID, g.Mark}, p.texts)
	return p, nil
}

func (s store) fromRow(c db.Credential, p present) (Credential, error) {
	out := Credential{
		ID: c.ID, DepartmentID: c.DepartmentID, UUID: c.Uuid, EncodedID: c.EncodedID, Test: c.Test,
		IssuedOn: c.IssuedOn, ExpiredOn: c.ExpiredOn, ExpiredAt: c.ExpiredAt, Grade: c.Grade,
		Private: c.Private, PrivateKey: s.keys.open(c.Uuid, c.PrivateKey), Complete: c.Complete, AllowEvidence: c.AllowSupplementalEvidence,
		AllowReferences: c.AllowSupplementalReferences, State: State(c.State), EmailStatus: c.EmailStatus, Source: c.Source,
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt, PublishedAt: c.PublishedAt, DeletedAt: c.DeletedAt, SupersededAt: c.SupersededAt,
		CorrectedAt: c.CorrectedAt, NameChangeOpen: c.NameChangeOpen,
		PublishAt: c.PublishAt, PublishSendEmail: c.PublishSendEmail, PublishRefusal: pg.OrZero(c.PublishRefusal),
		Issuer: p.issuer, Group: p.group,
	}
	for _, f := range TextFields {
		*f.Value(&out) = f.stored(&c)
	}
	if c.SuspendedAt != nil {
		out.Suspension = &Suspension{Reason: c.SuspensionReason, At: *c.SuspendedAt}
	}
	if c.RevokedAt != nil {
		out.Revocation = &Revocation{Reason: RevocationReason(pg.OrZero(c.RevocationReason)), Note: c.RevocationNote, At: *c.RevokedAt}
	}
	for _, each := range []struct {
		kept []byte
		to   *map[string]any
	}{{c.CustomAttributes, &out.CustomAttributes}, {c.MetaData, &out.MetaData}, {c.RecipientMetaData, &out.Recipient.MetaData}} {
		if err := decode(each.kept, each.to); err != nil {
			return Credential{}, err
		}
	}
	if c.Snapshot == nil {
		return out, nil
	}
	issued, err := s.issued(p.texts, c.Snapshot)
	if err != nil {
		return out, err
	}
	out.Issuer, out.Group, out.Printed = issued.issuer, issued.group, issued.printed
	return out, nil
}

// issued replaces the current texts by those at the time of issue, which most credentials of a group share. Texts that old snapshots
// lack are never taken from the group.
func (s store) issued(now *texts, snapshot []byte) (*texts, error) {
	key := issuedKey{now, string(snapshot)}
	if known, have := s.memory.issued.get(key); have {
		return known, nil
	}
	then := *now
	then.group.AchievementType, then.group.Criteria, then.group.CriteriaURL, then.group.Alignments = "", "", "", nil
	then.group.LearningOutcomes = slices.Clone(then.group.LearningOutcomes) // those of now are not written over
	err := json.Unmarshal(snapshot, &struct {
		Issuer *Issuer `json:"issuer"`
		Group  *Group  `json:"group"`

		Printed *[]Printed `json:"attributes"`
	}{&then.issuer, &then.group, &then.printed})
	if err != nil {
		return nil, fmt.Errorf("read texts at issue: %w", err)
	}
	s.memory.issued.put(key, &then)
	return &then, nil
}

func decode(kept []byte, to *map[string]any) error {
	if string(kept) == "{}" { // as most are
		*to = map[string]any{}
		return nil
	}
	return json.Unmarshal(kept, to)
}

// look is an immutable version of a design.
type look struct {
	uuid              uuid.UUID
	size, orientation string
}

// looks returns versions of designs, from the cache if possible.
func (s store) looks(ctx context.Context, d pg.DB, ids []int64) (map[int64]look, error) {
	found := make(map[int64]look, 2)
	var missing []int64
	for _, id := range ids {
		if _, have := found[id]; have || id == 0 {
			continue
		}
		if one, known := s.memory.looks.get(id); known {
			found[id] = one
		} else if !slices.Contains(missing, id) {
			missing = append(missing, id)
		}
	}
	if missing == nil {
		return found, nil
	}
	rows, err := s.q.VersionsShown(ctx, d, missing)
	if err != nil {
		return nil, fmt.Errorf("read versions of designs: %w", err)
	}
	for _, r := range rows {
		found[r.ID] = look{r.Uuid, r.Size, r.Orientation}
		s.memory.looks.put(r.ID, found[r.ID])
	}
	return found, nil
}
