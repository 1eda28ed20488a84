package issuing

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/httpx"
)

type groupDefaultsIn struct {
	Defaults *groupInput `json:"group_defaults" validate:"required"`
}

func (a groupsAPI) readDefaults(r *http.Request, _ struct{}) (groupDefaultsReply, error) {
	return defaultsReply(a.groups.ReadDefaults(r.Context(), access.From(r.Context())))
}

func (a groupsAPI) updateDefaults(r *http.Request, in groupDefaultsIn) (groupDefaultsReply, error) {
	return defaultsReply(a.groups.UpdateDefaults(r.Context(), access.From(r.Context()), in.Defaults.domain()))
}

type skillCategory struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type skillCategoriesReply struct {
	Categories []skillCategory `json:"skill_categories"`
}

func (a groupsAPI) skillCategories(r *http.Request, _ struct{}) (skillCategoriesReply, error) {
	found, err := a.groups.SkillCategories(access.From(r.Context()), wire.Language(r))
	out := make([]skillCategory, len(found))
	for i, c := range found {
		out[i] = skillCategory(c)
	}
	return skillCategoriesReply{out}, err
}

type wordsIn struct {
	Query httpx.Text `json:"query" validate:"max=255"`
}

type skillsReply struct {
	Skills []string `json:"skills"`
}

func (a groupsAPI) skills(r *http.Request, in wordsIn) (skillsReply, error) {
	found, err := a.groups.SuggestSkills(r.Context(), access.From(r.Context()), wire.Language(r), string(in.Query))
	if found == nil {
		found = []string{}
	}
	return skillsReply{found}, err
}

type groupTag struct {
	Name   string `json:"name"`
	Groups int    `json:"groups_count"`
}

type groupTagsReply struct {
	Tags []groupTag `json:"tags"`
}

func (a groupsAPI) tags(r *http.Request, in wordsIn) (groupTagsReply, error) {
	found, err := a.groups.Tags(r.Context(), access.From(r.Context()), string(in.Query))
	out := make([]groupTag, len(found))
	for i, t := range found {
		out[i] = groupTag(t)
	}
	return groupTagsReply{out}, err
}

type rewording struct {
	TotalCount int        `json:"total_count"`
	DoneCount  int        `json:"done_count"`
	CreatedAt  time.Time  `json:"created_at"`
	FinishedAt *time.Time `json:"finished_at"`
	Stop       *wire.Stop `json:"stop,omitempty"`
}

func (a groupsAPI) rewording(r *http.Request, made publishing.Rewording) rewording {
	return rewording{
		made.TotalCount, made.DoneCount, made.CreatedAt, made.FinishedAt,
		wire.StopOf(r, a.texts, made.StopReason, made.NotDoneCount(), made.CanResume(access.From(r.Context()))),
	}
}

type wordingReply struct {
	Issued   int        `json:"issued_count"`
	Outdated int        `json:"outdated_count"`
	Latest   *rewording `json:"rewording"`
}

func (a groupsAPI) wording(r *http.Request, in wire.IDIn) (wordingReply, error) {
	found, err := a.publishing.Wording(r.Context(), access.From(r.Context()), int64(in.ID))
	out := wordingReply{Issued: found.Issued, Outdated: found.Outdated}
	if found.Latest != nil {
		latest := a.rewording(r, *found.Latest)
		out.Latest = &latest
	}
	return out, err
}

type rewordingReply struct {
	Rewording rewording `json:"rewording"`
}

func (a groupsAPI) reword(r *http.Request, in wire.IDIn) (rewordingReply, error) {
	begun, err := a.publishing.Reword(r.Context(), access.From(r.Context()), int64(in.ID))
	return rewordingReply{a.rewording(r, begun)}, err
}
