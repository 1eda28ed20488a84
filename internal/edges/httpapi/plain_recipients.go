package httpapi

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public/requests"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/recipients"
)

// visitor returns the recipient who is not signed in yet.
func visitor(r *http.Request) recipients.Actor {
	return recipients.Actor{IP: httpx.ClientIP(r.Context()), RequestID: httpx.RequestID(r.Context())}
}

// leave ends the session that a page without scripts cannot keep. A failure is logged: the session expires by itself.
func (s *spa) leave(r *http.Request, by recipients.Actor) {
	if err := s.public.Recipients.SignOut(r.Context(), by); err != nil {
		slog.WarnContext(r.Context(), "could not end a session", "error", err)
	}
}

// linkPage is the data of the page behind a recipient's one-time link. Title, Text and Button are keys of texts.
type linkPage struct {
	words
	Title, Text, Button string
	Token               string
	Over                bool   // the link is used or has expired
	Away                string // address on another site, where the link leads
	Problems            []httpx.Problem
}

func (s *spa) closedLink(r *http.Request, token string) linkPage {
	if token == "" {
		return s.usedLink(r, "")
	}
	return linkPage{words: s.words(r), Title: "recipient.open.title", Text: "recipient.open.text", Button: "recipient.open.submit", Token: token}
}

func (s *spa) usedLink(r *http.Request, token string) linkPage {
	out := linkPage{words: s.words(r), Title: "recipient.open.overTitle", Text: "recipient.open.over", Token: token, Over: true}
	if token != "" {
		out.Button = "recipient.open.again"
	}
	return out
}

func (s *spa) showLink(w http.ResponseWriter, r *http.Request, status int, frames string, shown linkPage) {
	s.plain(w, r, facts{Title: shown.T(shown.Title), NoIndex: true, Status: status}, frames, "link", shown)
}

// linkPlain redeems a one-time link, or emails another one. Without scripts there is no session, so the link opens the credential with
// its own address.
func (s *spa) linkPlain(w http.ResponseWriter, r *http.Request) {
	token := r.PostFormValue("token")
	if r.PostFormValue("again") != "" {
		s.sendLinkPlain(w, r, token)
		return
	}
	in, err := s.public.Recipients.Open(r.Context(), visitor(r), token, r.UserAgent())
	if errors.Is(err, recipients.ErrLink) {
		used := s.usedLink(r, token)
		used.Away = recipients.RedirectOf(err)
		s.showLink(w, r, http.StatusGone, frameNone, used)
		return
	}
	shown := s.closedLink(r, token)
	if err != nil {
		var status int
		status, shown.Problems = httpx.Problems(w, r, err)
		s.showLink(w, r, status, frameNone, shown)
		return
	}
	s.leave(r, in.Actor)
	if in.RedirectTo == "" || strings.HasPrefix(in.RedirectTo, "/") {
		http.Redirect(w, r, s.links.Credential(in.Credential.UUID.String(), in.Credential.Key()), http.StatusSeeOther)
		return
	}
	// The content policy does not let a form lead to another site.
	shown.Button, shown.Away = "", in.RedirectTo
	s.showLink(w, r, http.StatusOK, frameNone, shown)
}

func (s *spa) sendLinkPlain(w http.ResponseWriter, r *http.Request, token string) {
	shown, status := s.usedLink(r, token), http.StatusOK
	if err := s.public.Recipients.SendAgain(r.Context(), visitor(r), token); err != nil {
		status, shown.Problems = httpx.Problems(w, r, err)
	} else {
		shown.Text, shown.Button = "recipient.open.sent", ""
	}
	s.showLink(w, r, status, frameNone, shown)
}

// held is a credential in the list of a recipient.
type held struct{ Name, Issuer, URL string }

// retrievePage is the data of the page on which recipients find their credentials.
type retrievePage struct {
	words
	Email          string
	Pass           string
	Code           bool // the page asks for the code of an email
	Request, Token string
	Proven         bool // the address is theirs
	Held           []held
	Problems       []httpx.Problem
}

// retrieveForm asks for an address. proofForm asks for the code of the email whose link was opened.
func (s *spa) retrieveForm(w http.ResponseWriter, r *http.Request) {
	s.showRetrieve(w, r, http.StatusOK, retrievePage{words: s.words(r), Pass: s.newPass()})
}

func (s *spa) proofForm(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	s.showRetrieve(w, r, http.StatusOK, retrievePage{words: s.words(r), Code: token != "", Token: token, Pass: s.newPass()})
}

func (s *spa) showRetrieve(w http.ResponseWriter, r *http.Request, status int, shown retrievePage) {
	s.plain(w, r, facts{Title: shown.T("recipient.signIn.retrieve.title"), NoIndex: true, Status: status}, frameNone, "retrieve", shown)
}

// retrievePlain emails a code, and with the code it lists the credentials.
func (s *spa) retrievePlain(w http.ResponseWriter, r *http.Request) {
	shown := retrievePage{words: s.words(r), Email: strings.TrimSpace(r.PostFormValue("email"))}
	var err error
	if r.PostForm.Has("code") {
		shown.Code, shown.Request, shown.Token = true, r.PostFormValue("request"), r.PostFormValue("token")
		shown.Held, err = s.heldBy(r, recipients.Proof{Request: shown.Request, Token: shown.Token, Code: r.PostFormValue("code")})
		shown.Proven = err == nil
	} else {
		var asked recipients.Requested
		asked, err = s.public.Recipients.RequestProof(r.Context(), visitor(r), recipients.ProofRequest{
			Purpose: recipients.ToRetrieve, Email: shown.Email, Language: shown.Language, Captcha: r.PostFormValue("pass"),
		})
		shown.Code, shown.Request = err == nil, asked.Secret
	}
	status := http.StatusOK
	if err != nil {
		status, shown.Problems = httpx.Problems(w, r, err)
	}
	if errs.KindOf(err) == errs.Gone { // start over
		shown.Code = false
	}
	shown.Pass = s.newPass()
	s.showRetrieve(w, r, status, shown)
}

// heldBy lists the credentials of whoever presents a proof. Errors are those of Recipients.SignInByProof.
func (s *spa) heldBy(r *http.Request, proof recipients.Proof) ([]held, error) {
	in, err := s.public.Recipients.SignInByProof(r.Context(), visitor(r), proof, r.UserAgent())
	if err != nil {
		return nil, err
	}
	defer s.leave(r, in.Actor)
	found, err := s.public.Recipients.List(r.Context(), in.Actor, credentialsearch.OwnQuery{Page: page.Request{Size: page.MaxSize}})
	if err != nil {
		return nil, err
	}
	out := make([]held, len(found.Items))
	for i, c := range found.Items {
		out[i] = s.heldOf(c)
	}
	return out, nil
}

func (s *spa) heldOf(c credentials.Credential) held {
	return held{Name: c.Name(), Issuer: c.Issuer.Name, URL: s.links.Credential(c.UUID.String(), c.Key())}
}

// emailsPage is the data of the page that stops emails.
type emailsPage struct {
	words
	requests.EmailChoice
	Problems []httpx.Problem
}

// emailsForm serves the page of an email's link that stops its like. Opening it changes nothing.
func (s *spa) emailsForm(w http.ResponseWriter, r *http.Request) { s.emails(w, r, nil) }

// emailsPlain stops emails, or starts them again. Mail programs post here too, with one click in their own interface (RFC 8058).
func (s *spa) emailsPlain(w http.ResponseWriter, r *http.Request) {
	s.emails(w, r, s.public.ChooseEmails(r.Context(), chi.URLParam(r, "token"), r.PostFormValue("wanted") == "true"))
}

func (s *spa) emails(w http.ResponseWriter, r *http.Request, failed error) {
	choice, err := s.public.EmailChoice(r.Context(), chi.URLParam(r, "token"))
	if err != nil {
		s.refused(w, r, err, frameNone)
		return
	}
	page, status := emailsPage{words: s.words(r), EmailChoice: choice}, http.StatusOK
	if failed != nil {
		status, page.Problems = httpx.Problems(w, r, failed)
	}
	s.plain(w, r, facts{Title: page.T("recipient.emails.title"), NoIndex: true, Status: status}, frameNone, "emails", page)
}
