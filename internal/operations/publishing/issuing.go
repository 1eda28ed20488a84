package publishing

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Issue creates a credential with its related records and publishes it, in one transaction, like the API's approve.
func (s *Service) Issue(ctx context.Context, by access.Actor, in credentials.Input, with ...authoring.With) (credentials.Credential, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return credentials.Credential{}, err
	}
	in, err := s.authoring.Resolve(ctx, by, in)
	if err != nil {
		return credentials.Credential{}, err
	}
	var c credentials.Credential
	err = pg.InDepartment(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		c, err = s.IssueTx(ctx, tx, by, in, with...)
		return err
	})
	return c, err
}

// IssueTx is Issue inside a transaction of the department. The input must not contain images.
func (s *Service) IssueTx(ctx context.Context, tx pgx.Tx, by access.Actor, in credentials.Input, with ...authoring.With) (credentials.Credential, error) {
	if err := by.Require(access.PublishCredentials); err != nil {
		return credentials.Credential{}, err
	}
	c, issued, err := s.authoring.IssueTx(ctx, tx, by, in, with...)
	if err != nil {
		return c, err
	}
	if issued {
		return c, s.followTx(ctx, tx, by.DepartmentID, []int64{c.ID})
	}
	if err := s.publishAwaitedTx(ctx, tx, by, []int64{c.ID}); err != nil {
		return c, err
	}
	return s.credentials.ReadIDTx(ctx, tx, by.DepartmentID, c.ID)
}

// IssueRequest is a credential to create and, optionally, publish.
type IssueRequest struct {
	Input      credentials.Input
	Publish    bool
	CourseLink string           // for a group without one, from an API key
	With       []authoring.With // what belongs to the credential
}

// IssueResult is the result of an IssueRequest: the credential or an error. Alone means that nothing was done: the credential has to be created
// separately, because it may update an existing one.
type IssueResult struct {
	Credential credentials.Credential
	Refusal    error
	Alone      bool
}

// IssueMany creates and publishes credentials that come with nothing, in groups that are given by ID and lack nothing, in one transaction
// with a few queries for all. Result i belongs to request i. Each result has its own error, as from Issue or Create.
func (s *Service) IssueMany(ctx context.Context, by access.Actor, requests []IssueRequest) ([]IssueResult, error) {
	inputs, out := make([]credentials.Input, 0, len(requests)), make([]IssueResult, len(requests))
	var places []int // of the inputs among the requests
	for i, o := range requests {
		if o.Publish {
			if err := by.Require(access.PublishCredentials); err != nil {
				return nil, err
			}
		}
		in, err := s.authoring.Resolve(ctx, by, o.Input)
		switch {
		case errs.KindOf(err) == errs.Invalid:
			out[i].Refusal = err
			continue
		case err != nil:
			return nil, err
		}
		inputs, places = append(inputs, in), append(places, i)
	}
	err := pg.InDepartment(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		made, err := s.authoring.CreateManyTx(ctx, tx, by, inputs, authoring.Origin{Source: sourceOf(inputs)})
		if err != nil {
			return err
		}
		for n, m := range made {
			out[places[n]].Refusal, out[places[n]].Alone, out[places[n]].Credential.ID = m.Refusal, m.Alone, m.ID
		}
		return s.issueManyTx(ctx, tx, by, requests, out)
	})
	return out, err
}

// sourceOf returns the source of inputs that were sent together.
func sourceOf(inputs []credentials.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	return inputs[0].Source
}

// issueManyTx publishes the created credentials and reads them.
func (s *Service) issueManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, requests []IssueRequest, out []IssueResult) error {
	var all, publish []int64
	for i, p := range out {
		if p.Credential.ID == 0 {
			continue
		}
		all = append(all, p.Credential.ID)
		if requests[i].Publish {
			publish = append(publish, p.Credential.ID)
		}
	}
	if len(publish) > 0 {
		if err := s.publishAwaitedTx(ctx, tx, by, publish); err != nil {
			return err
		}
	}
	read, err := s.credentials.ReadIDsTx(ctx, tx, by.DepartmentID, all)
	if err != nil {
		return err
	}
	for i, p := range out {
		if p.Credential.ID != 0 {
			out[i].Credential = read[p.Credential.ID]
		}
	}
	return nil
}
