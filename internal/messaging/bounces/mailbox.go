package bounces

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-message"

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/senders"
)

const (
	pollEvery   = 5 * time.Minute
	pollTimeout = time.Minute
	mostAtOnce  = 50 // messages of a mailbox in one go

	// takenFolder and otherFolder are where messages are moved to that told something about an email, and those that did not.
	takenFolder = "Laurel"
	otherFolder = "Laurel unknown"
)

// Poll reads the mailboxes that bounces arrive at, where it is time to. One that cannot be read does not hold up the others.
func (s *Service) Poll(ctx context.Context) error {
	if at := s.Installation; at != nil {
		if err := s.readMailbox(ctx, installationBox(at)); err != nil {
			s.Log.WarnContext(ctx, "read the mailbox for bounces", "error", err)
		}
	}
	due, err := s.Senders.ToPoll(ctx, s.Clock.Now().Add(-pollEvery))
	if err != nil {
		return err
	}
	for _, box := range due {
		failure := ""
		if err := s.readMailbox(ctx, box); err != nil {
			failure = err.Error()
		}
		if err := s.Senders.Polled(context.WithoutCancel(ctx), box.DepartmentID, failure); err != nil {
			return err
		}
	}
	return nil
}

func installationBox(at *url.URL) senders.Poll {
	box := senders.Poll{Mailbox: senders.Mailbox{Host: at.Hostname(), Port: 993, User: at.User.Username(), Folder: "INBOX"}}
	box.Password, _ = at.User.Password()
	if port, err := strconv.Atoi(at.Port()); err == nil {
		box.Port = port
	}
	if folder := strings.Trim(at.Path, "/"); folder != "" {
		box.Folder = folder
	}
	return box
}

// readMailbox takes the messages of a mailbox in. Each is moved to a folder, none is deleted.
func (s *Service) readMailbox(ctx context.Context, box senders.Poll) error {
	ctx, cancel := context.WithTimeout(ctx, pollTimeout)
	defer cancel()
	conn, err := s.Dial(ctx, box.Host, strconv.Itoa(box.Port))
	if err != nil {
		return err
	}
	secured := tls.Client(conn, &tls.Config{ServerName: box.Host, MinVersion: tls.VersionTLS12, RootCAs: s.Roots})
	if err := secured.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = secured.Close() })
	defer stop()
	c := imapclient.New(secured, nil)
	defer func() { _ = c.Close() }()
	if err := c.Login(box.User, box.Password).Wait(); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	if _, err := c.Select(box.Folder, nil).Wait(); err != nil {
		return fmt.Errorf("open %s: %w", box.Folder, err)
	}
	found, err := c.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted}}, nil).Wait()
	if err != nil {
		return fmt.Errorf("list messages: %w", err)
	}
	all := found.AllUIDs()
	all = all[:min(len(all), mostAtOnce)]
	for _, uid := range all {
		if err := s.readOne(ctx, c, box.DepartmentID, uid); err != nil {
			return err
		}
	}
	return c.Logout().Wait()
}

func (s *Service) readOne(ctx context.Context, c *imapclient.Client, departmentID int64, uid imap.UID) error {
	set := imap.UIDSetNum(uid)
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: MostBytes}}
	got, err := c.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil {
		return fmt.Errorf("fetch message: %w", err)
	}
	if len(got) == 0 {
		return nil // somebody else moved it
	}
	var body []byte
	if len(got[0].BodySection) > 0 {
		body = got[0].BodySection[0].Bytes
	}
	folder := takenFolder
	switch err := s.take(ctx, body, sentTo(body), departmentID); {
	case errors.Is(err, ErrNotAReport):
		folder = otherFolder
	case err != nil:
		return err
	}
	if _, err := c.Move(set, folder).Wait(); err == nil {
		return nil
	}
	_ = c.Create(folder, nil).Wait() // it is there, or the next line says why not
	if _, err := c.Move(set, folder).Wait(); err != nil {
		return fmt.Errorf("move message to %s: %w", folder, err)
	}
	return nil
}

// sentTo returns the return path that a message in a mailbox was sent to, from the fields in which mail servers note it.
func sentTo(body []byte) string {
	entity, err := message.Read(bytes.NewReader(body))
	if entity == nil || err != nil && !message.IsUnknownCharset(err) {
		return ""
	}
	for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "To"} {
		for _, word := range strings.FieldsFunc(entity.Header.Get(name), func(r rune) bool { return strings.ContainsRune(" ,<>", r) }) {
			if mailrefs.OfAddress(word) != "" {
				return word
			}
		}
	}
	return ""
}
