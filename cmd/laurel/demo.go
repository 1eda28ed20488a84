package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/app"
	"laurel/internal/app/demo"
	"laurel/internal/platform/secrets"
)

// demoAnswer is the output of `laurel demo --json`.
type demoAnswer struct {
	URL            string `json:"url"`
	Email          string `json:"email"`
	Password       string `json:"password"`
	DepartmentID   int64  `json:"department_id"`
	APIKey         string `json:"api_key"`
	GroupID        int64  `json:"group_id"`
	DesignID       int64  `json:"design_id"`
	RecipientEmail string `json:"recipient_email"`
}

const demoEmail = "demo@northlight.example"

// colleagueEmail is the address of a colleague who is invited to the demo department as a viewer. The invitation is in the outbox.
const colleagueEmail = "viewer@northlight.example"

// keptDemo reads the result of an earlier `laurel demo`, if there is one.
func keptDemo(a *app.App) (demoAnswer, error) {
	kept := demoAnswer{Email: demoEmail}
	data, err := os.ReadFile(a.DemoFile())
	if errors.Is(err, os.ErrNotExist) {
		return kept, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return kept, fmt.Errorf("read %s: %w", a.DemoFile(), err)
	}
	return kept, nil
}

// demoFill fills the demo department and returns how to sign in.
func demoFill(ctx context.Context, a *app.App) (demoAnswer, error) {
	kept, err := keptDemo(a)
	if err != nil {
		return kept, err
	}
	if kept.Password == "" {
		kept.Password = secrets.NewToken("demo")
	}
	user, err := a.Access.Provision(ctx, identity.CreateAccount{Email: demoEmail, Name: "Miriam Adeyemi", Password: kept.Password})
	if err != nil {
		return kept, fmt.Errorf("make the demo account: %w", err)
	}
	if kept.DepartmentID, err = demoDepartment(ctx, a, user.ID); err != nil {
		return kept, err
	}
	by := app.Operator(user.ID, kept.DepartmentID)
	if kept.APIKey, err = demoKey(ctx, a, by, kept.APIKey); err != nil {
		return kept, err
	}
	result, err := demo.Fill(ctx, demo.Services{
		Clock: a.Clock, Objects: a.Objects, Departments: a.Departments, Attributes: a.Attributes, Uploads: a.Uploads, Designs: a.Designs,
		Groups: a.Groups, Credentials: a.Credentials, Authoring: a.Authoring, Publishing: a.Publishing, Lifecycle: a.Lifecycle, Analytics: a.Analytics,
	}, by)
	if err != nil {
		return kept, fmt.Errorf("fill the demo department: %w", err)
	}
	kept.URL, kept.GroupID, kept.DesignID, kept.RecipientEmail = a.Links.Base(), result.GroupID, result.DesignID, result.RecipientEmail
	data, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return kept, err
	}
	if err := os.MkdirAll(a.Config.DataDir, 0o750); err != nil {
		return kept, fmt.Errorf("make data folder: %w", err)
	}
	return kept, os.WriteFile(a.DemoFile(), append(data, '\n'), 0o600)
}

func demoDepartment(ctx context.Context, a *app.App, userID int64) (int64, error) {
	by := access.Actor{UserID: userID}
	mine, err := a.Departments.Mine(ctx, by)
	if err != nil {
		return 0, err
	}
	for _, m := range mine {
		if m.Department.Name == demo.Department {
			return m.Department.ID, nil
		}
	}
	name := demo.Department
	d, err := a.Departments.Create(ctx, by, departments.Change{Name: &name})
	if err != nil {
		return 0, fmt.Errorf("make the demo department: %w", err)
	}
	colleague := identity.Invite{Email: colleagueEmail, Name: "Jonas Feld", Role: access.Viewer}
	if _, err := a.Access.Invite(ctx, app.Operator(userID, d.ID), colleague); err != nil && !errors.Is(err, departments.ErrAlreadyMember) {
		return 0, fmt.Errorf("invite the demo's colleague: %w", err)
	}
	return d.ID, nil
}

func demoKey(ctx context.Context, a *app.App, by access.Actor, kept string) (string, error) {
	if kept != "" {
		if _, err := a.APIKeys.Authenticate(ctx, "Token "+kept, ""); err == nil {
			return kept, nil
		}
	}
	keys, err := a.APIKeys.List(ctx, by)
	if err != nil {
		return "", err
	}
	const name = "Demo"
	for _, k := range keys { // its secret is lost, so it is of no use to anybody
		if k.Name == name {
			if err := a.APIKeys.Revoke(ctx, by, k.ID); err != nil {
				return "", err
			}
		}
	}
	_, secret, err := a.APIKeys.Create(ctx, by, apikeys.Create{Name: name, Access: apikeys.Write})
	return secret, err
}

func demoCommand(ctx context.Context, a *app.App, out io.Writer, asJSON bool) error {
	answer, err := demoFill(ctx, a)
	if err != nil {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(answer)
	}
	_, err = fmt.Fprintf(out, "The demo department is ready.\n  address   %s/sign-in\n  email     %s\n  password  %s\n", answer.URL, answer.Email, answer.Password)
	return err
}
