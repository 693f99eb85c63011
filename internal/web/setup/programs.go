package setup

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const programsPath = address.Desk + "/programs"

func (h *peopleHandlers) programRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(programsPath, access.LetProgramsIn, h.programs),
		visit.Post(programsPath, access.LetProgramsIn, h.openProgram),
		visit.Post(programsPath+"/stop", access.LetProgramsIn, h.closeProgram),
		visit.Post(programsPath+"/webhooks", access.LetProgramsIn, h.openWebhook),
		visit.Post(programsPath+"/webhooks/resume", access.LetProgramsIn, h.resumeWebhook),
		visit.Post(programsPath+"/webhooks/close", access.LetProgramsIn, h.closeWebhook),
	}
}

var scopeWords = map[access.Scope]fault.Word{
	access.ScopeRead: fault.Word("read what the desk sees"), access.ScopeTeams: fault.Word("enter teams and check them in"), access.ScopeRounds: fault.Word("draft and publish pairings"),
	access.ScopeClock: fault.Word("run the round clock"), access.ScopeResults: fault.Word("enter and verify results"), access.ScopeIncidents: fault.Word("open incidents, read the register"),
}

var tellWords = map[string]text.Message{
	tournament.TellPublish: text.Message("pairings are published or changed"), tournament.TellResult: text.Message("a result is entered or changed"),
	tournament.TellLineUp: text.Message("others sit at the boards of a published round"),
}

func (h *peopleHandlers) programs(v *visit.Visit) error {
	return h.programsPage(v, pages.Programs{}, nil)
}

// programsPage shows tokens and webhooks, with the messages of a refused form.
func (h *peopleHandlers) programsPage(v *visit.Visit, p pages.Programs, err error) error {
	if err != nil && !visit.Refusable(err) {
		return err
	}
	p.Form, p.Chosen = map[string]string{"until": v.Now.In(v.Event.Zone()).AddDate(0, 0, 7).Format(time.DateOnly)}, map[string]bool{}
	if err != nil {
		p.Problem, p.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
		for _, name := range []string{"name", "section", "until", "url", "hook_section"} {
			p.Form[name] = v.FormText(name)
		}
		for _, name := range append(formList(v, "scopes"), formList(v, "kinds")...) {
			p.Chosen[name] = true
		}
	} else {
		for _, kind := range tournament.WebhookKinds { // what a program may do is chosen one by one, what it is told is everything
			p.Chosen[kind] = true
		}
	}
	if err := h.loadPrograms(v, &p); err != nil {
		return err
	}
	version := v.Event.Version
	if p.Secret != "" {
		version = 0 // nothing is asked for anew where a form was sent, and the secret is shown only once
	}
	page := pages.ProgramsPage(v.Frame(layout.Desk, v.Words.Say("Programs"), version), p)
	if err != nil {
		return v.Again(err, page)
	}
	return v.Page(page)
}

// formList are all values of a field that may be ticked several times.
func formList(v *visit.Visit, field string) []string {
	form, err := v.FormParams()
	if err != nil {
		return nil
	}
	return form[field]
}

func (h *peopleHandlers) loadPrograms(v *visit.Visit, p *pages.Programs) error {
	ctx := v.Request().Context()
	tokens, err := h.Accounts.Tokens(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	hooks, err := h.Reader.Webhooks(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	officials, err := h.Accounts.Officials(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	p.API = v.Absolute("/api/v1/events/" + v.Event.Slug)
	where := map[int64]string{0: v.Words.Say("all sections")}
	if visit.WholeEvent(v, access.LetProgramsIn) {
		p.Sections = append(p.Sections, layout.Choice{Value: "0", Label: v.Words.Say("All sections")})
	}
	for _, x := range sections {
		where[x.SectionID] = x.Name
		if v.CanIn(access.LetProgramsIn, x.SectionID) {
			p.Sections = append(p.Sections, layout.Choice{Value: strconv.FormatInt(x.SectionID, 10), Label: x.Name})
		}
	}
	for _, scope := range access.ScopesFor(v.Who.Actor, access.Object{EventID: v.Event.EventID}, v.Now) {
		p.Scopes = append(p.Scopes, layout.Choice{Value: string(scope), Label: visit.Saying(v.Words)(string(scopeWords[scope]))})
	}
	for _, kind := range tournament.WebhookKinds {
		p.Kinds = append(p.Kinds, layout.Choice{Value: kind, Label: v.Words.Say(tellWords[kind])})
	}
	names := map[int64]string{}
	for _, o := range officials {
		names[o.AccountID] = o.Name
	}
	for _, t := range tokens {
		if ownPlace(v, t.SectionID) {
			p.Programs = append(p.Programs, programRow(v, t, names[t.AccountID], where[visit.SectionOf(t.SectionID)]))
		}
	}
	for _, hook := range hooks {
		if ownPlace(v, hook.SectionID) {
			p.Hooks = append(p.Hooks, pages.Hook{
				ID: hook.WebhookID, URL: hook.URL, Where: where[visit.SectionOf(hook.SectionID)], Kinds: listed(hook.Kinds, func(k string) string { return v.Words.Say(tellWords[k]) }),
				Delivered: hook.DeliveredAt, Waiting: v.Event.Version - hook.SentSeq, Trouble: hook.Trouble, Stopped: hook.StoppedAt != nil,
				OldSecret: tournament.OldWebhookSecret(hook.Secret),
			})
		}
	}
	return nil
}

func programRow(v *visit.Visit, t account.Token, owner, where string) pages.Program {
	row := pages.Program{
		ID: t.TokenID, Name: t.Name, Owner: owner, Where: where, Until: t.ExpiresAt, Seen: t.SeenAt,
		Scopes: listed(t.Scopes, func(s access.Scope) string { return visit.Saying(v.Words)(string(scopeWords[s])) }),
	}
	switch {
	case t.ClosedAt != nil:
		row.Over = v.Words.Say("kept out")
	case !v.Now.Before(t.ExpiresAt):
		row.Over = v.Words.Say("expired")
	case owner == "":
		row.Owner, row.Over = v.Words.Say("somebody"), v.Words.Say("its owner has no role here any more")
	}
	row.CanStop = t.ClosedAt == nil && v.Now.Before(t.ExpiresAt)
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
func ownPlace(v *visit.Visit, sectionID *int64) bool {
	if sectionID == nil {
		return visit.WholeEvent(v, access.LetProgramsIn)
	}
	return v.CanIn(access.LetProgramsIn, *sectionID)
}

// chosenPlace reads a section of a form; 0 is all of them.
func chosenPlace(v *visit.Visit, form *fault.Form, field string) int64 {
	id, err := strconv.ParseInt(v.FormValue(field), 10, 64)
	sections, listErr := v.Sections()
	known := id == 0 || slices.ContainsFunc(sections, func(s tournament.Section) bool { return s.SectionID == id })
	place := &id
	if id == 0 {
		place = nil
	}
	if err != nil || listErr != nil || !known || !ownPlace(v, place) {
		form.Add(field, "Choose a section that you look after.")
	}
	return id
}

func (h *peopleHandlers) openProgram(v *visit.Visit) error {
	var form fault.Form
	in := account.NewProgram{EventID: v.Event.EventID, SectionID: chosenPlace(v, &form, "section"), Name: v.FormText("name")}
	for _, scope := range formList(v, "scopes") {
		in.Scopes = append(in.Scopes, access.Scope(scope))
	}
	offered := access.ScopesFor(v.Who.Actor, access.Object{EventID: v.Event.EventID, SectionID: in.SectionID}, v.Now)
	for _, scope := range in.Scopes {
		if access.KnownScope(scope) && !slices.Contains(offered, scope) {
			form.Add("scopes", "Your role does not let you %s here, so no program of yours can.", scopeWords[scope])
		}
	}
	day, err := time.ParseInLocation(time.DateOnly, v.FormText("until"), v.Event.Zone())
	if err != nil {
		form.Add("until", "Enter a day such as 2026-03-08.")
	}
	in.ExpiresAt = day.AddDate(0, 0, 1)
	err = form.Err()
	secret := ""
	if err == nil {
		in.Token = visit.Token(v)
		opens := false
		if opens, err = h.Accounts.OpenToken(v.Request().Context(), v.Command(), in); opens {
			secret = in.Token
		}
	}
	return h.programsPage(v, pages.Programs{Secret: secret, SecretOf: v.Words.Say("Token for %s", in.Name)}, err)
}

func (h *peopleHandlers) closeProgram(v *visit.Visit) error {
	id, err := h.ownProgram(v)
	if err == nil {
		err = h.Accounts.CloseToken(v.Request().Context(), v.Command(), v.Event.EventID, id)
	}
	if err != nil {
		return err
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/programs", v.Words.Say("The program is kept out from its next request on."))
}

// ownProgram is the token of the form, when the person looks after its section.
func (h *peopleHandlers) ownProgram(v *visit.Visit) (int64, error) {
	id, _ := strconv.ParseInt(v.FormValue("token"), 10, 64) // anything else is no token
	tokens, err := h.Accounts.Tokens(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(tokens, func(t account.Token) bool { return t.TokenID == id })
	if i < 0 || !ownPlace(v, tokens[i].SectionID) {
		return 0, fault.New(fault.NotFound, "There is no such program.")
	}
	return id, nil
}

func (h *peopleHandlers) openWebhook(v *visit.Visit) error {
	var form fault.Form
	in := tournament.Webhook{URL: v.FormText("url"), Kinds: formList(v, "kinds"), Secret: tournament.WebhookSecret(visit.Secret(v))}
	if section := chosenPlace(v, &form, "hook_section"); section != 0 {
		in.SectionID = &section
	}
	if why := h.refusesHook(v, in.URL); why != nil {
		form.Add("url", "%s", why)
	}
	err := form.Err()
	opened := false
	if err == nil {
		opened, err = h.Floor.OpenWebhook(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	if err == nil && !opened { // the form came again
		if opened, err = h.signsWith(v, in); err != nil {
			return err
		}
	}
	if !opened {
		in.Secret = ""
	}
	return h.programsPage(v, pages.Programs{Secret: in.Secret, SecretOf: v.Words.Say("Secret that signs the notices to %s", in.URL), SecretUse: v.Words.Say("Notices are signed as Standard Webhooks does: each of its libraries takes this secret as it stands.")}, err)
}

// signsWith reports whether notices to the address are signed with that secret.
func (h *peopleHandlers) signsWith(v *visit.Visit, in tournament.Webhook) (bool, error) {
	hooks, err := h.Reader.Webhooks(v.Request().Context(), v.Event.EventID)
	return slices.ContainsFunc(hooks, func(hook tournament.Webhook) bool {
		return hook.URL == strings.TrimSpace(in.URL) && hook.Secret == in.Secret
	}), err
}

// refusesHook says why the sender of notices would not call an address, nil when it
// would, or when that cannot be told now.
func (h *peopleHandlers) refusesHook(v *visit.Visit, address string) error {
	if h.RefusesHook == nil {
		return nil
	}
	return h.RefusesHook(v.Request().Context(), address)
}

func (h *peopleHandlers) resumeWebhook(v *visit.Visit) error {
	id, err := h.ownWebhook(v)
	if err == nil {
		err = h.Floor.ResumeWebhook(v.Request().Context(), v.Event.EventID, v.Command(), id)
	}
	if err != nil {
		return err
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/programs", v.Words.Say("The address is tried again now."))
}

func (h *peopleHandlers) closeWebhook(v *visit.Visit) error {
	id, err := h.ownWebhook(v)
	if err == nil {
		err = h.Floor.CloseWebhook(v.Request().Context(), v.Event.EventID, v.Command(), id)
	}
	if err != nil {
		return err
	}
	return v.Onward("/e/"+v.Event.Slug+"/desk/programs", v.Words.Say("The address is told nothing more."))
}

// ownWebhook is the webhook of the form, when the person looks after its section.
func (h *peopleHandlers) ownWebhook(v *visit.Visit) (int64, error) {
	id, _ := strconv.ParseInt(v.FormValue("webhook"), 10, 64) // anything else is no webhook
	hooks, err := h.Reader.Webhooks(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(hooks, func(hook tournament.Webhook) bool { return hook.WebhookID == id })
	if i < 0 || !ownPlace(v, hooks[i].SectionID) {
		return 0, fault.New(fault.NotFound, "There is no such webhook.")
	}
	return id, nil
}
