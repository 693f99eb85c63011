package api

import (
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

func (h *Handlers) apiRoundRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(roundAPI+"/draft", access.SeeDraft, h.apiDraft),
		visit.Post(roundAPI+"/draft", access.EditDraft, apiWrite(h.apiMakeDraft)),
		visit.Post(roundAPI+"/publish", access.Publish, apiWrite(h.apiPublish)),
		visit.Post(roundAPI+"/clock", access.StartClock, apiWrite(h.apiClock)),
		visit.Post(roundAPI+"/tables/:table/clock", access.PauseTable, apiWrite(h.apiTableClock)),
	}
}

// apiDraftRound is a round that is being paired.
type apiDraftRound struct {
	Round    int                   `json:"round"`
	State    tournament.RoundState `json:"state"`
	Revision int                   `json:"revision"` // to be sent back with a change
	Editor   string                `json:"editor"`
	Tables   []apiDraftTable       `json:"tables"`
	Byes     []apiDraftBye         `json:"byes"`
	Loose    []string              `json:"loose"` // teams without opponent or bye
	Problems []apiDraftProblem     `json:"problems"`
}

type apiDraftTable struct {
	Table   int      `json:"table"`
	Teams   []string `json:"teams"` // the first has White on board A in match 1
	Reasons []string `json:"reasons"`
}

type apiDraftBye struct {
	Team   string             `json:"team"`
	Kind   tournament.ByeKind `json:"kind"`
	Points int                `json:"points"` // half points
}

type apiDraftProblem struct {
	Rule     string              `json:"rule"`
	Sentence string              `json:"sentence"`
	Severity tournament.Severity `json:"severity"` // blocks, sign or wish
}

func (h *Handlers) apiDraft(v *visit.Visit) error {
	item, err := h.draftItem(v, v.RoundNo)
	if err != nil {
		return err
	}
	return v.JSON(200, item)
}

func (h *Handlers) draftItem(v *visit.Visit, n int) (apiDraftRound, error) {
	ctx, reader := v.Request().Context(), h.Reader
	round, err := reader.DraftRound(ctx, v.Event.EventID, v.Section.SectionID, n)
	if err != nil {
		return apiDraftRound{}, err
	}
	book, err := reader.Book(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return apiDraftRound{}, err
	}
	item := apiDraftRound{
		Round: n, State: round.State, Revision: round.Revision, Editor: round.Editor,
		Tables: []apiDraftTable{}, Byes: []apiDraftBye{}, Loose: []string{}, Problems: []apiDraftProblem{},
	}
	if round.Draft == nil {
		return item, nil
	}
	if _, err := round.Draft.Refresh(book); err != nil {
		return apiDraftRound{}, err
	}
	for _, t := range round.Draft.Tables {
		if t.Full() {
			item.Tables = append(item.Tables, apiDraftTable{t.Table, []string{book.Team(t.First.TeamID).Slug, book.Team(t.Second.TeamID).Slug}, append([]string{}, t.In(phrase.English)...)})
		}
	}
	for _, b := range round.Draft.Byes {
		item.Byes = append(item.Byes, apiDraftBye{book.Team(b.TeamID).Slug, b.Kind, b.Award})
	}
	for _, l := range round.Draft.Loose {
		item.Loose = append(item.Loose, book.Team(l.TeamID).Slug)
	}
	for _, p := range round.Draft.Problems {
		item.Problems = append(item.Problems, apiDraftProblem{p.Rule, p.Sentence, p.Severity})
	}
	return item, nil
}

type apiDrafting struct {
	Revision int    `json:"revision"` // 0 for a round that has no draft yet
	Keep     bool   `json:"keep"`     // pairs set by hand stand
	Reason   string `json:"reason"`
}

// apiMakeDraft pairs a round by the section's system.
func (h *Handlers) apiMakeDraft(v *visit.Visit, cmd journal.Command, in apiDrafting) (any, error) {
	cmd.Reason = in.Reason
	if _, err := h.Rounds.MakeDraft(v.Request().Context(), v.Event.EventID, cmd, tournament.MakeDraftInput{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: in.Revision}, Keep: in.Keep,
	}); err != nil {
		return nil, err
	}
	return h.draftItem(v, v.RoundNo)
}

type apiPublishing struct {
	Revision int        `json:"revision"`
	Round    int        `json:"round"` // once more, as at the desk
	StartsAt *time.Time `json:"starts_at"`
	Count    []int64    `json:"count"` // numbers of open matches that count as they stand
	Reason   string     `json:"reason"`
}

func (h *Handlers) apiPublish(v *visit.Visit, cmd journal.Command, in apiPublishing) (any, error) {
	cmd.Reason = in.Reason
	published, err := h.Rounds.PublishRound(v.Request().Context(), v.Event.EventID, cmd, tournament.PublishRound{
		DraftInput: tournament.DraftInput{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Revision: in.Revision},
		Typed:      in.Round, StartsAt: in.StartsAt, Settled: in.Count,
	})
	names := map[string]string{"typed": "round"}
	for field := range fault.Each(err) {
		if strings.HasPrefix(field, "settle-") { // one for each open match
			names[field] = "count"
		}
	}
	return published, visit.Renamed(err, names)
}

type apiClockChange struct {
	Do       string `json:"do"` // start, pause, resume or add
	Revision int    `json:"revision"`
	Minutes  int    `json:"minutes"` // for add; negative takes away
	Reason   string `json:"reason"`
}

func (h *Handlers) apiClock(v *visit.Visit, cmd journal.Command, in apiClockChange) (any, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return nil, err
	}
	if in.Minutes != 0 && in.Do != "add" {
		return nil, fault.Field("minutes", "minutes belongs to add alone.")
	}
	cmd.Reason = in.Reason
	ctx, at := v.Request().Context(), tournament.RoundClock{SectionID: book.Section.SectionID, RoundNo: round.RoundNo, Revision: in.Revision}
	switch in.Do {
	case "start":
		err = h.Clocks.StartClock(ctx, v.Event.EventID, cmd, at.SectionID, at.RoundNo)
	case "pause":
		err = h.Clocks.PauseClock(ctx, v.Event.EventID, cmd, at)
	case "resume":
		err = h.Clocks.ResumeClock(ctx, v.Event.EventID, cmd, at)
	case "add":
		_, err = h.Clocks.AddMinutes(ctx, v.Event.EventID, cmd, at, in.Minutes)
	default:
		err = wrongDo("start, pause, resume or add")
	}
	return done{true}, err
}

type apiTableChange struct {
	Do      string `json:"do"` // pause, resume or extend
	Minutes int    `json:"minutes"`
	Reason  string `json:"reason"`
}

func (h *Handlers) apiTableClock(v *visit.Visit, cmd journal.Command, in apiTableChange) (any, error) {
	if in.Minutes != 0 && in.Do != "extend" {
		return nil, fault.Field("minutes", "minutes belongs to extend alone.")
	}
	cmd.Reason = in.Reason
	ctx, at := v.Request().Context(), tournament.TableClock{SectionID: v.Section.SectionID, RoundNo: v.RoundNo, Table: v.TableNo}
	var err error
	switch in.Do {
	case "pause":
		err = h.Clocks.PauseTable(ctx, v.Event.EventID, cmd, at)
	case "resume":
		_, err = h.Clocks.ResumeTable(ctx, v.Event.EventID, cmd, at)
	case "extend":
		_, err = h.Clocks.ExtendTable(ctx, v.Event.EventID, cmd, at, in.Minutes)
	default:
		err = wrongDo("pause, resume or extend")
	}
	return done{true}, err
}

func wrongDo(expected string) error {
	var form fault.Form
	form.Add("do", "Give %s.", expected)
	return form.Err()
}
