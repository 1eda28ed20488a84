package exitkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"laurel/internal/issuing/credentials"
	"laurel/internal/supplements/evidence"
)

// restricted is the folder for non-public evidence, which is for the department only.
const restricted = "evidence/"

// evidenceFile lists the evidence on a credential's page. It is in the same folder as the page.
const evidenceFile = "evidence.json"

// evidenceItem is the JSON form of an item of evidence.
type evidenceItem struct {
	ID           string            `json:"id"`
	Category     string            `json:"category"`
	Title        string            `json:"title"`
	Narrative    string            `json:"narrative,omitempty"`
	Link         string            `json:"link,omitempty"`
	Content      *evidence.Content `json:"content,omitempty"`
	File         *evidenceContent  `json:"file,omitempty"`
	Visibility   string            `json:"visibility"`
	State        string            `json:"state"`
	Hidden       bool              `json:"hidden"`
	Supplemental bool              `json:"supplemental"` // added by the recipient
	CreatedAt    time.Time         `json:"created_at"`
	Address      string            `json:"-"` // of the file on a page
}

type evidenceContent struct {
	Path  string `json:"path,omitempty"` // within the folder that the list lies in; "" where the file could not be copied
	Name  string `json:"name"`
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
	Scan  string `json:"scan"`
}

// evidence writes the evidence of a credential and returns the items for its page. Files of public evidence are stored at the URLs in
// signed badges; everything else is stored outside the hosted folders. Only one file is in memory at a time.
func (w *writer) evidence(ctx context.Context, c credentials.Credential) (shown []evidenceItem, left missing, err error) {
	items, err := w.Evidence.Of(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	var closed []evidenceItem
	for _, i := range items {
		open := i.ShownTo(c, c.Key())
		folder, path := restricted+c.UUID.String()+"/", i.UUID.String()
		if open {
			folder, path = rootOf(c), pathOf(w.Links.EvidenceFile(i.UUID.String(), ""))
		}
		item, err := w.evidenceItem(ctx, i, folder, path)
		if errors.Is(err, errFileLeft) {
			left = append(left, "evidence "+i.UUID.String())
		} else if err != nil {
			return nil, nil, err
		}
		if open {
			if item.File != nil && item.File.Path != "" {
				item.Address = w.local(w.Links.EvidenceFile(i.UUID.String(), c.Key()))
			}
			shown = append(shown, item)
		} else {
			closed = append(closed, item)
		}
	}
	return shown, left, errors.Join(
		w.items(rootOf(c)+c.UUID.String()+"/"+evidenceFile, shown), w.items(restricted+c.UUID.String()+"/"+evidenceFile, closed))
}

// errFileLeft means that a file could not be copied.
var errFileLeft = errors.New("a file of evidence is left out")

// evidenceItem returns the JSON form of an item and copies its file. It returns errFileLeft if the file store cannot return the file.
func (w *writer) evidenceItem(ctx context.Context, i evidence.Item, folder, path string) (evidenceItem, error) {
	out := evidenceItem{
		ID: i.UUID.String(), Category: string(i.Category), Title: i.Title, Narrative: i.Narrative, Link: i.Link, Visibility: string(i.Visibility),
		State: string(i.State), Hidden: i.Hidden, Supplemental: i.Supplemental, CreatedAt: i.CreatedAt.UTC(),
	}
	if c := i.Content; c.Grade != nil || len(c.Transcript) > 0 || c.Duration != nil || c.Text != "" {
		out.Content = &c
	}
	if i.File == nil {
		return out, nil
	}
	out.File = &evidenceContent{Name: i.File.Name, Type: i.File.Type, Bytes: i.File.Bytes, Scan: string(i.ScanState())}
	if i.Scan != evidence.Clean { // malware, or nobody has looked yet
		return out, nil
	}
	data, err := w.Evidence.File(ctx, i)
	if err != nil {
		return out, errors.Join(errFileLeft, ctx.Err())
	}
	out.File.Path = path
	return out, w.folder.write(folder+path, data)
}

// items writes a list of evidence unless it is empty.
func (w *writer) items(name string, all []evidenceItem) error {
	if len(all) == 0 {
		return nil
	}
	var out bytes.Buffer
	list := json.NewEncoder(&out)
	list.SetIndent("", "  ")
	if err := list.Encode(slices.Clip(all)); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return w.folder.write(name, out.Bytes())
}
