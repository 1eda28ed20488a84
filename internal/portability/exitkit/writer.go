package exitkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/departments"
	"laurel/internal/design/designs"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/trust/badges"
)

// writer writes one kit.
type writer struct {
	*Kit
	Summary
	order      Options
	department departments.Public
	folder     *outputDir
	now        time.Time
	written    map[string]bool // what several credentials share
	groups     map[int64]groups.Public
	pictured   map[uuid.UUID]int64 // design versions whose picture is written: the group whose words it shows
	kept       []json.RawMessage   // keys and lists, for the page that verifies without a network
	language   string              // of the newest credential, for the page about all of them
}

// chunkSize is how many credentials are in memory at a time.
const chunkSize = 25

func (w *writer) all(ctx context.Context) error {
	list, err := w.folder.list("credentials.csv", "uuid", "short_id", "state", "private", "address", "left_out")
	if err != nil {
		return err
	}
	for after := int64(0); ; {
		issued, err := w.Credentials.EachIssued(ctx, w.order.DepartmentID, after, chunkSize)
		if err != nil {
			return err
		}
		if len(issued) == 0 {
			break
		}
		after = issued[len(issued)-1].ID
		if err := w.writeChunk(ctx, issued, list); err != nil {
			return err
		}
		w.Done += int64(len(issued))
		w.order.OnProgress(w.Summary)
	}
	if err := list.close(); err != nil {
		return err
	}
	if err := w.records(ctx); err != nil {
		return err
	}
	if err := w.keys(ctx); err != nil {
		return err
	}
	return w.surroundings()
}

// writeChunk writes a batch of credentials.
func (w *writer) writeChunk(ctx context.Context, all []credentials.Credential, list *list) error {
	var standing []credentials.Credential
	for _, c := range all {
		if err := w.proofs(ctx, c); err != nil {
			return fmt.Errorf("credential %s: %w", c.UUID, err)
		}
		if c.State.Issued() {
			standing = append(standing, c)
		}
	}
	left, err := w.pictures(ctx, standing)
	if err != nil {
		return err
	}
	for _, c := range standing {
		shown, without, err := w.evidence(ctx, c)
		if err != nil {
			return fmt.Errorf("evidence of credential %s: %w", c.UUID, err)
		}
		left[c.ID] = append(left[c.ID], without...)
		if err := w.page(c, left[c.ID], shown); err != nil {
			return fmt.Errorf("credential %s: %w", c.UUID, err)
		}
	}
	for _, c := range all {
		w.LeftOut += len(left[c.ID])
		list.add(c.UUID.String(), c.EncodedID, string(c.State), fmt.Sprint(c.Private), w.Links.Credential(c.UUID.String(), c.Key()), left[c.ID].String())
	}
	return nil
}

// proofs writes the documents that verifiers request. For a deleted credential that is only the assertion, which says that it is not
// valid.
func (w *writer) proofs(ctx context.Context, c credentials.Credential) error {
	id, key := c.UUID.String(), c.Key()
	addresses := []string{w.Links.Assertion(id, key)}
	signed := c.State.Issued() && c.State != credentials.InProgress
	if signed {
		addresses = append(addresses, w.Links.SignedBadge(id, key))
	}
	if c.State.Issued() {
		record, _ := w.Links.Record(w.Links.SignedBadge(id, ""), key)
		addresses = append(addresses, record)
		if err := w.group(ctx, c.Group.ID); err != nil {
			return err
		}
		if err := w.logo(ctx, w.Links.File(c.Issuer.Logo)); err != nil {
			return err
		}
	}
	for _, address := range addresses {
		if err := w.serve(ctx, address, rootOf(c)); err != nil {
			return err
		}
	}
	if !signed || w.Badges.TokenAddress(c) == "" {
		return nil
	}
	token, err := w.Badges.Token(ctx, c)
	if err != nil {
		return err
	}
	return w.folder.write(rootOf(c)+id+"/"+tokenFile, []byte(token))
}

// tokenFile is the name of a credential's token, next to the credential's page. In the product, the token's URL is below that of the
// signed badge, which is a file in the kit and cannot be a folder too.
const tokenFile = "credential.jwt"

// The files of a credential that may be missing from a kit.
const (
	certificateFile = "certificate.pdf"
	pictureFile     = "certificate picture"
	badgeFile       = "badge"
	drawingFile     = "badge.svg"
)

// pictures writes the documents of a batch of credentials and returns those that could not be created. Such failures do not abort the
// export.
func (w *writer) pictures(ctx context.Context, all []credentials.Credential) (map[int64]missing, error) {
	left := map[int64]missing{}
	put := func(c credentials.Credential, what, address string, data []byte, err error) error {
		if errors.Is(err, documents.ErrNoDesign) {
			return ctx.Err()
		}
		if err != nil {
			left[c.ID] = append(left[c.ID], what)
			return ctx.Err()
		}
		return w.folder.write(rootOf(c)+pathOf(address), data)
	}
	prints, badges := w.Documents.Files(ctx, all, documents.Certificate), w.Documents.Files(ctx, all, documents.Badge)
	for i, c := range all {
		id := c.UUID.String()
		picture, err := w.Documents.Picture(ctx, c, designs.Certificate, 0)
		err = errors.Join(
			put(c, certificateFile, w.Links.Credential(id, "")+"/"+certificateFile, prints[i].Data, prints[i].Err),
			put(c, pictureFile, w.Links.CertificatePicture(id, ""), picture, err),
			put(c, badgeFile, w.Links.BadgePicture(id, ""), badges[i].Data, badges[i].Err),
			w.drawing(ctx, c, put),
			w.designPicture(ctx, c.Certificate, w.groups[c.Group.ID]), w.designPicture(ctx, c.Badge, w.groups[c.Group.ID]),
		)
		if err != nil {
			return nil, err
		}
	}
	return left, nil
}

// drawing writes the SVG badge of a credential next to its page.
func (w *writer) drawing(ctx context.Context, c credentials.Credential, put func(c credentials.Credential, what, address string, data []byte, err error) error) error {
	if c.Badge == uuid.Nil {
		return nil
	}
	data, err := w.Documents.BakedBadge(ctx, c, rendering.SVG)
	return put(c, drawingFile, w.Links.Credential(c.UUID.String(), "")+"/"+drawingFile, data, err)
}

// logo writes the issuer's logo, which signed credentials refer to. A logo that no longer exists is left out.
func (w *writer) logo(ctx context.Context, address string) error {
	if !strings.HasPrefix(address, w.Links.Base()+"/files/") || w.markWritten(address) {
		return nil
	}
	answer, err := w.Served.Get(ctx, address, "image/*")
	if err != nil || answer.Status != 200 {
		w.LeftOut++
		return ctx.Err()
	}
	return w.folder.write(public+pathOf(address), answer.Body)
}

// keys writes the department's profile, keys and status lists. It runs last, so that they cover everything in the kit.
func (w *writer) keys(ctx context.Context) error {
	n, err := w.Badges.StatusLists(ctx, w.order.DepartmentID)
	if err != nil {
		return err
	}
	if err := w.serve(ctx, w.Links.Issuer(w.order.DepartmentID), public); err != nil {
		return err
	}
	keys, err := w.answer(ctx, w.Links.Keys(w.order.DepartmentID))
	if err != nil {
		return err
	}
	if err := w.keep(w.Links.Keys(w.order.DepartmentID), keys); err != nil {
		return err
	}
	for number := int32(1); number <= n; number++ {
		for _, purpose := range []badges.Purpose{badges.Revocation, badges.Suspension} {
			list, err := w.Badges.KeptStatusList(ctx, w.order.DepartmentID, number, purpose)
			if err != nil {
				return err
			}
			if err := w.keep(w.Links.StatusList(w.order.DepartmentID, int(number), string(purpose)), list); err != nil {
				return err
			}
		}
	}
	return nil
}

// keep writes a document that is also embedded in the verifier page.
func (w *writer) keep(address string, document []byte) error {
	w.kept = append(w.kept, document)
	return w.folder.write(public+pathOf(address), document)
}

// serve writes the product's response for a URL.
func (w *writer) serve(ctx context.Context, address, place string) error {
	document, err := w.answer(ctx, address)
	if err != nil {
		return err
	}
	return w.folder.write(place+pathOf(address), document)
}

// answer returns the product's response body for a URL.
func (w *writer) answer(ctx context.Context, address string) ([]byte, error) {
	answer, err := w.Served.Get(ctx, address, "application/json")
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", pathOf(address), err)
	}
	withdrawn := answer.Status == 410 && strings.HasPrefix(address, w.Links.Assertion("", "")) // and the body says so
	if answer.Status != 200 && !withdrawn {
		return nil, fmt.Errorf("%s answers %d: %s", pathOf(address), answer.Status, answer.Body)
	}
	return answer.Body, nil
}
