package web

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const programsPath = deskPath + "/programs"

var programRoutes = []route{
	{get, programsPath, access.LetProgramsIn, (*Server).programs},
	{post, programsPath, access.LetProgramsIn, (*Server).openProgram},
	{post, programsPath + "/stop", access.LetProgramsIn, (*Server).closeProgram},
	{post, programsPath + "/webhooks", access.LetProgramsIn, (*Server).openWebhook},
	{post, programsPath + "/webhooks/resume", access.LetProgramsIn, (*Server).resumeWebhook},
	{post, programsPath + "/webhooks/close", access.LetProgramsIn, (*Server).closeWebhook},
}

var scopeWords = map[access.Scope]string{
	access.ScopeRead: "read what the desk sees", access.ScopeTeams: "enter teams and check them in", access.ScopeRounds: "draft and publish pairings",
	access.ScopeClock: "run the round clock", access.ScopeResults: "enter and verify results", access.ScopeIncidents: "open incidents",
}

var tellWords = map[string]string{tournament.TellPublish: "pairings are published or changed", tournament.TellResult: "a result is entered or changed"}

func (s *Server) programs(v *visit) error { return s.programsPage(v, pages.Programs{}, nil) }

// programsPage shows tokens and webhooks, with the messages of a refused form.
func (s *Server) programsPage(v *visit, p pages.Programs, err error) error {
	if err != nil && !refusable(err) {
		return err
	}
	p.Form, p.Chosen = map[string]string{"until": v.now.In(v.event.Zone()).AddDate(0, 0, 7).Format(time.DateOnly)}, map[string]bool{}
	if err != nil {
		p.Problem, p.Errors = fault.Message(err), fault.Fields(err)
		for _, name := range []string{"name", "section", "until", "url", "hook_section"} {
			p.Form[name] = v.formText(name)
		}
		for _, name := range append(v.formList("scopes"), v.formList("kinds")...) {
			p.Chosen[name] = true
		}
	}
	if err := s.loadPrograms(v, &p); err != nil {
		return err
	}
	version := v.event.Version
	if p.Secret != "" {
		version = 0 // nothing is asked for anew where a form was sent, and the secret is shown only once
	}
	page := pages.ProgramsPage(v.frame(layout.Desk, "Programs", version), p)
	if err != nil {
		return v.again(err, page)
	}
	return v.page(page)
}

// formList are all values of a field that may be ticked several times.
func (v *visit) formList(field string) []string {
	form, err := v.FormParams()
	if err != nil {
		return nil
	}
	return form[field]
}

func (s *Server) loadPrograms(v *visit, p *pages.Programs) error {
	ctx := v.Request().Context()
	tokens, err := s.Accounts.Tokens(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	hooks, err := s.Tournament.Reader().Webhooks(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	officials, err := s.Accounts.Officials(ctx, v.event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.sections()
	if err != nil {
		return err
	}
	p.API = v.absolute("/api/v1/events/" + v.event.Slug)
	where := map[int64]string{0: "all sections"}
	if v.wholeEvent(access.LetProgramsIn) {
		p.Sections = append(p.Sections, layout.Choice{Value: "0", Label: "All sections"})
	}
	for _, x := range sections {
		where[x.SectionID] = x.Name
		if v.canIn(access.LetProgramsIn, x.SectionID) {
			p.Sections = append(p.Sections, layout.Choice{Value: strconv.FormatInt(x.SectionID, 10), Label: x.Name})
		}
	}
	for _, scope := range access.ScopesFor(v.who.Actor, access.Object{EventID: v.event.EventID}, v.now) {
		p.Scopes = append(p.Scopes, layout.Choice{Value: string(scope), Label: scopeWords[scope]})
	}
	for _, kind := range tournament.WebhookKinds {
		p.Kinds = append(p.Kinds, layout.Choice{Value: kind, Label: tellWords[kind]})
	}
	names := map[int64]string{}
	for _, o := range officials {
		names[o.AccountID] = o.Name
	}
	for _, t := range tokens {
		if v.ownPlace(t.SectionID) {
			p.Programs = append(p.Programs, v.programRow(t, names[t.AccountID], where[sectionOf(t.SectionID)]))
		}
	}
	for _, h := range hooks {
		if v.ownPlace(h.SectionID) {
			p.Hooks = append(p.Hooks, pages.Hook{
				ID: h.WebhookID, URL: h.URL, Where: where[sectionOf(h.SectionID)], Kinds: listed(h.Kinds, func(k string) string { return tellWords[k] }),
				Delivered: h.DeliveredAt, Waiting: v.event.Version - h.SentSeq, Trouble: h.Trouble, Stopped: h.StoppedAt != nil,
				OldSecret: tournament.OldWebhookSecret(h.Secret),
			})
		}
	}
	return nil
}

func (v *visit) programRow(t account.Token, owner, where string) pages.Program {
	row := pages.Program{
		ID: t.TokenID, Name: t.Name, Owner: owner, Where: where, Until: t.ExpiresAt, Seen: t.SeenAt,
		Scopes: listed(t.Scopes, func(s access.Scope) string { return scopeWords[s] }),
	}
	switch {
	case t.ClosedAt != nil:
		row.Over = "kept out"
	case !v.now.Before(t.ExpiresAt):
		row.Over = "expired"
	case owner == "":
		row.Owner, row.Over = "somebody", "its owner has no role here any more"
	}
	row.CanStop = t.ClosedAt == nil && v.now.Before(t.ExpiresAt)
	return row
}

func listed[T any](list []T, words func(T) string) string {
	var all []string
	for _, one := range list {
		all = append(all, words(one))
	}
	return strings.Join(all, ", ")
}

// ownPlace reports whether the person looks after the section, or after the
// whole event when there is none.
func (v *visit) ownPlace(sectionID *int64) bool {
	if sectionID == nil {
		return v.wholeEvent(access.LetProgramsIn)
	}
	return v.canIn(access.LetProgramsIn, *sectionID)
}

// chosenPlace reads a section of a form; 0 is all of them.
func (v *visit) chosenPlace(form *fault.Form, field string) int64 {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	sections, listErr := v.sections()
	known := id == 0 || slices.ContainsFunc(sections, func(s tournament.Section) bool { return s.SectionID == id })
	place := &id
	if id == 0 {
		place = nil
	}
	if err != nil || listErr != nil || !known || !v.ownPlace(place) {
		form.Add(field, "Choose a section that you look after.")
	}
	return id
}

func (s *Server) openProgram(v *visit) error {
	var form fault.Form
	in := account.NewProgram{EventID: v.event.EventID, SectionID: v.chosenPlace(&form, "section"), Name: v.formText("name")}
	for _, scope := range v.formList("scopes") {
		in.Scopes = append(in.Scopes, access.Scope(scope))
	}
	offered := access.ScopesFor(v.who.Actor, access.Object{EventID: v.event.EventID, SectionID: in.SectionID}, v.now)
	for _, scope := range in.Scopes {
		if access.KnownScope(scope) && !slices.Contains(offered, scope) {
			form.Add("scopes", "Your role does not let you %s here, so no program of yours can.", scopeWords[scope])
		}
	}
	day, err := time.ParseInLocation(time.DateOnly, v.formText("until"), v.event.Zone())
	if err != nil {
		form.Add("until", "Enter a day such as 2026-03-08.")
	}
	in.ExpiresAt = day.AddDate(0, 0, 1)
	err = form.Err()
	token := ""
	if err == nil {
		token, err = s.Accounts.OpenToken(v.Request().Context(), v.command(), in)
	}
	return s.programsPage(v, pages.Programs{Secret: token, SecretOf: "Token for " + in.Name}, err)
}

func (s *Server) closeProgram(v *visit) error {
	id, err := v.ownProgram()
	if err == nil {
		err = s.Accounts.CloseToken(v.Request().Context(), v.command(), v.event.EventID, id)
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/programs", "The program is kept out from its next request on.")
}

// ownProgram is the token of the form, when the person looks after its section.
func (v *visit) ownProgram() (int64, error) {
	id, _ := strconv.ParseInt(v.FormValue("token"), 10, 64) // anything else is no token
	tokens, err := v.server.Accounts.Tokens(v.Request().Context(), v.event.EventID)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(tokens, func(t account.Token) bool { return t.TokenID == id })
	if i < 0 || !v.ownPlace(tokens[i].SectionID) {
		return 0, fault.New(fault.NotFound, "There is no such program.")
	}
	return id, nil
}

func (s *Server) openWebhook(v *visit) error {
	var form fault.Form
	in := tournament.Webhook{URL: v.formText("url"), Kinds: v.formList("kinds"), Secret: tournament.NewWebhookSecret()}
	if section := v.chosenPlace(&form, "hook_section"); section != 0 {
		in.SectionID = &section
	}
	if why := v.server.refusesHook(v, in.URL); why != "" {
		form.Add("url", "%s", why)
	}
	err := form.Err()
	opened := false
	if err == nil {
		opened, err = s.Tournament.OpenWebhook(v.Request().Context(), v.event.EventID, v.command(), in)
	}
	if !opened {
		in.Secret = ""
	}
	return s.programsPage(v, pages.Programs{Secret: in.Secret, SecretOf: "Secret that signs the notices to " + in.URL, SecretUse: "Notices are signed as Standard Webhooks does: each of its libraries takes this secret as it stands."}, err)
}

// refusesHook says why the sender of notices would not call an address, "" when it
// would, or when that cannot be told now.
func (s *Server) refusesHook(v *visit, address string) string {
	if s.RefusesHook == nil {
		return ""
	}
	return s.RefusesHook(v.Request().Context(), address)
}

func (s *Server) resumeWebhook(v *visit) error {
	id, err := v.ownWebhook()
	if err == nil {
		err = s.Tournament.ResumeWebhook(v.Request().Context(), v.event.EventID, v.command(), id)
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/programs", "The address is tried again now.")
}

func (s *Server) closeWebhook(v *visit) error {
	id, err := v.ownWebhook()
	if err == nil {
		err = s.Tournament.CloseWebhook(v.Request().Context(), v.event.EventID, v.command(), id)
	}
	if err != nil {
		return err
	}
	return v.say("/e/"+v.event.Slug+"/desk/programs", "The address is told nothing more.")
}

// ownWebhook is the webhook of the form, when the person looks after its section.
func (v *visit) ownWebhook() (int64, error) {
	id, _ := strconv.ParseInt(v.FormValue("webhook"), 10, 64) // anything else is no webhook
	hooks, err := v.server.Tournament.Reader().Webhooks(v.Request().Context(), v.event.EventID)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(hooks, func(h tournament.Webhook) bool { return h.WebhookID == id })
	if i < 0 || !v.ownPlace(hooks[i].SectionID) {
		return 0, fault.New(fault.NotFound, "There is no such webhook.")
	}
	return id, nil
}
