package apptest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/bits"
	"strconv"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/app"
	"laurel/internal/platform/pg"
)

// Password is the password of all people.
const Password = "correct horse battery staple"

// Issuer is a signed-in person.
type Issuer struct {
	Client
	UserID int64
	Email  string
}

// Issuer creates a person with a confirmed address and a department of that name, and signs them in.
func (w *World) Issuer(name string) Issuer {
	w.t.Helper()
	p := w.person(name)
	d, err := w.App.Departments.Create(w.t.Context(), access.Actor{UserID: p.UserID}, departments.Change{Name: &name})
	if err != nil {
		w.t.Fatal(err)
	}
	p.Department = d.ID
	p.SignIn()
	return p
}

// Viewer creates a person with read-only access to the department of i.
func (i Issuer) Viewer(name string) Issuer {
	w := i.World
	w.t.Helper()
	p := w.person(name)
	err := pg.InSystem(w.t.Context(), w.App.Pool, func(tx pgx.Tx) error {
		return w.App.Departments.AddMemberTx(w.t.Context(), tx, i.Actor(), p.UserID, access.Viewer)
	})
	if err != nil {
		w.t.Fatal(err)
	}
	p.Department = i.Department
	p.SignIn()
	return p
}

func (w *World) person(name string) Issuer {
	w.t.Helper()
	w.secrets.add(Password)
	email := name + "@people.example"
	u, err := w.App.Access.Provision(w.t.Context(), identity.CreateAccount{Email: email, Name: name, Password: Password})
	if err != nil {
		w.t.Fatal(err)
	}
	return Issuer{Client{World: w}, u.ID, email}
}

// Actor returns the person as an actor for services.
func (i Issuer) Actor() access.Actor { return app.Operator(i.UserID, i.Department) }

// SignIn signs the person in again.
func (i *Issuer) SignIn() {
	i.World.t.Helper()
	r := i.World.Nobody().Post("/v1/issuer_login/sign_in", J{"email": i.Email, "password": Password}).OK()
	i.Authorization = r.Header.Get("Authorization")
}

// Key creates an API key and returns a client that uses it.
func (i Issuer) Key(kind string) Client {
	i.World.t.Helper()
	r := i.Post("/v1/issuer/api_keys", J{"api_key": J{"name": kind, "access": kind}}).OK()
	return i.World.With("Token token=" + r.Text("secret"))
}

// Design creates a certificate design.
func (c Client) Design(name string) int64 {
	c.World.t.Helper()
	return c.Post("/v1/certificate_designs/create", J{"design": J{"name": name}}).OK().Int("design.id")
}

// Group creates a group with its own certificate design.
func (c Client) Group(name string) int64 {
	c.World.t.Helper()
	design := c.Design(name)
	return c.Post("/v1/issuer/groups", J{"group": J{"name": name, "course_name": name, "certificate_design_id": design}}).OK().Int("group.id")
}

// Draft creates an unpublished credential. more are additional fields.
func (c Client) Draft(group int64, name string, more ...J) Reply {
	c.World.t.Helper()
	credential := J{"group_id": group, "recipient": J{"name": name, "email": Email(name)}}
	for _, fields := range more {
		for field, value := range fields {
			credential[field] = value
		}
	}
	return c.Post("/v1/credentials", J{"credential": credential}).OK()
}

// Issued creates a published credential.
func (c Client) Issued(group int64, name string, more ...J) Reply {
	c.World.t.Helper()
	return c.Draft(group, name, append(more, J{"approve": true})...)
}

// Email returns the address of a recipient.
func Email(name string) string { return name + "@recipients.example" }

// Solved solves a captcha challenge as a browser does.
func (w *World) Solved() string {
	w.t.Helper()
	r := w.Nobody().Get("/v1/captcha/challenge").OK()
	var challenge map[string]any
	if err := json.Unmarshal(r.Body, &challenge); err != nil {
		w.t.Fatal(err)
	}
	begin := r.Text("salt") + r.Text("challenge")
	difficulty := int(r.Int("difficulty"))
	for n := 0; ; n++ {
		sum := sha256.Sum256([]byte(begin + strconv.Itoa(n)))
		if zeros(sum[:]) >= difficulty {
			challenge["number"] = n
			break
		}
	}
	data, err := json.Marshal(challenge)
	if err != nil {
		w.t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(data)
}

func zeros(sum []byte) int {
	n := 0
	for _, b := range sum {
		n += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return n
}
