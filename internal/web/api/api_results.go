package api

import (
	"net/http"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

const (
	roundAPI = sectionAPI + "/rounds/:round"
	matchAPI = roundAPI + "/tables/:table/matches/:match"
)

func (h *Handlers) apiResultRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(roundAPI+"/matches", access.SeeDesk, h.apiMatches),
		visit.Post(matchAPI+"/result", access.EnterResult, apiWrite(h.apiEnterResult)),
		visit.Post(matchAPI+"/result/verify", access.VerifyResult, apiWrite(h.apiVerifyResult)),
		visit.Post(matchAPI+"/result/undo", access.EnterResult, apiWrite(h.apiUndoResult)),
	}
}

// apiMatch is a match as the desk sees it.
type apiMatch struct {
	ID          int64                 `json:"id"` // number within the event
	Table       int                   `json:"table"`
	Match       int                   `json:"match"`
	Revision    int                   `json:"revision"` // to be sent back with a result
	State       tournament.MatchState `json:"state"`
	UnderReview bool                  `json:"under_review"`
	Teams       []string              `json:"teams"` // addresses: team 1, then team 2
	Result      *apiReport            `json:"result"`
	Reports     []apiReport           `json:"reports"` // values that do not count yet
}

type apiReport struct {
	Outcome tournament.Outcome `json:"outcome"` // slot1 and slot2 are team 1 and team 2
	Forfeit bool               `json:"forfeit"`
	Ends    livegame.Ends      `json:"ends"`
	Source  string             `json:"source"`
	By      string             `json:"by"`
	At      time.Time          `json:"at"`
	Slip    string             `json:"slip"`
}

func reportItem(r tournament.ResultReport) apiReport {
	return apiReport{Outcome: r.Outcome, Forfeit: r.Forfeit, Ends: r.EndsOf(), Source: r.Source, By: r.ByName, At: r.At, Slip: r.Slip}
}

// apiMatches lists the matches of a round with what is needed to enter results.
func (h *Handlers) apiMatches(v *visit.Visit) error {
	w, err := windowAsked(v)
	if err != nil {
		return err
	}
	book, round, err := h.RoundBook(v)
	if err != nil {
		return err
	}
	all := []apiMatch{}
	for _, p := range round.Pairings {
		for _, m := range p.Matches {
			item := apiMatch{
				ID: m.MatchID, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, State: m.State, UnderReview: m.UnderReview,
				Teams: []string{book.Team(p.TeamID(1)).Slug, book.Team(p.TeamID(2)).Slug}, Reports: []apiReport{},
			}
			if m.Result != nil {
				r := reportItem(*m.Result)
				item.Result = &r
			}
			if m.State == tournament.MatchConflict { // under a ruling they are history
				for _, r := range m.Reports {
					item.Reports = append(item.Reports, reportItem(r))
				}
			}
			all = append(all, item)
		}
	}
	list, err := cut(w, book.Event.Version, all)
	if err != nil {
		return err
	}
	return v.JSON(http.StatusOK, list)
}

// typedResult is a result as a slip tells it.
type typedResult struct {
	Outcome  string        `json:"outcome"` // may be left out where ends decide it
	Forfeit  bool          `json:"forfeit"`
	Ends     livegame.Ends `json:"ends"`
	Revision int           `json:"revision"`
	Slip     string        `json:"slip"`
	Change   bool          `json:"change"` // replace a stored value instead of making a conflict
	Reason   string        `json:"reason"`
}

func (h *Handlers) apiEnterResult(v *visit.Visit, cmd journal.Command, in typedResult) (any, error) {
	_, _, p, m, err := h.apiMatchAt(v)
	if err != nil {
		return nil, err
	}
	outcome, err := tournament.ParseOutcome(in.Outcome)
	if err != nil || outcome == "" && (in.Forfeit || !in.Ends.Known()) {
		var form fault.Form
		form.Add("outcome", "Give slot1, slot2, draw or double-loss, or how the boards ended.")
		return nil, form.Err()
	}
	cmd.Reason = in.Reason
	done, err := h.Results.EnterResult(v.Request().Context(), v.Event.EventID, cmd, tournament.TypedResult{
		SectionID: v.Section.SectionID, Round: m.RoundNo, Table: p.Table(), Match: m.MatchNo, Revision: in.Revision, Source: "api",
		Outcome: outcome, Forfeit: in.Forfeit, Ends: in.Ends, Slip: in.Slip, Reason: in.Reason, Change: in.Change, MayChange: v.Can(access.ChangeResult),
		MayForfeit: v.Can(access.EnterForfeit),
	})
	return enteredResult{done.MatchID, done.State, done.Said.String(), done.Kind}, inBody(err, v.Section)
}

// enteredResult is what became of a typed result.
type enteredResult struct {
	MatchID  int64                 `json:"match_id"`
	State    tournament.MatchState `json:"state"`
	Sentence string                `json:"sentence"`
	Kind     tournament.ReportKind `json:"kind"`
}

// endsInBody are the fields of the desk's form as the body of a request has them.
var endsInBody = map[string]string{
	"winner_a": "ends.a.winner", "reason_a": "ends.a.reason", "winner_b": "ends.b.winner", "reason_b": "ends.b.reason", "order": "ends.order",
}

// inBody names what is wrong with an entry by the fields of the body, and says
// which words answer the question for the order.
func inBody(err error, section tournament.Section) error {
	var form fault.Form
	for name, problem := range fault.Each(err) {
		if name == "order" {
			var words []string
			for _, o := range section.OrdersToAsk() {
				words = append(words, string(o))
			}
			problem += " Give one of " + strings.Join(words, ", ") + "."
		}
		form.Add(name, "%s", problem)
	}
	if form.Err() == nil {
		return err
	}
	return visit.Renamed(form.Err(), endsInBody)
}

type apiVerdict struct {
	Revision int    `json:"revision"`
	Confirm  *bool  `json:"confirm"` // has to be said: silence is neither
	Reason   string `json:"reason"`  // for a rejection
}

func (h *Handlers) apiVerifyResult(v *visit.Visit, cmd journal.Command, in apiVerdict) (any, error) {
	_, _, _, m, err := h.apiMatchAt(v)
	if err != nil {
		return nil, err
	}
	if in.Confirm == nil {
		return nil, fault.Field("confirm", "confirm has to be true or false.")
	}
	return done{true}, h.Results.VerifyResult(v.Request().Context(), v.Event.EventID, cmd, tournament.Verdict{
		MatchID: m.MatchID, Revision: in.Revision, Confirm: *in.Confirm, Reason: in.Reason,
	})
}

func (h *Handlers) apiUndoResult(v *visit.Visit, cmd journal.Command, _ nothing) (any, error) {
	_, _, _, m, err := h.apiMatchAt(v)
	if err != nil {
		return nil, err
	}
	return done{true}, h.Results.UndoResult(v.Request().Context(), v.Event.EventID, cmd, m.MatchID)
}

// apiMatchAt is the match of the address in its published round.
func (h *Handlers) apiMatchAt(v *visit.Visit) (book *tournament.SectionBook, round *tournament.Round, p tournament.Pairing, m tournament.Match, err error) {
	if book, round, err = h.RoundBook(v); err == nil {
		p, m, err = visit.MatchAt(v, book, round)
	}
	return book, round, p, m, err
}
