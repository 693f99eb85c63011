package desk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// entryPanel opens the panel of a table as typed; match 0 is the first one
// without a result.
func (h *Handlers) entryPanel(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, typed string, match int, e pages.Entry) pages.Entry {
	next := e.Next
	e = h.entryAt(v, book, round, typed, match, e)
	if e.Table != 0 && e.Match < e.Matches {
		after := h.entryAt(v, book, round, typed, e.Match+1, pages.Entry{Next: next})
		e.After = &after
	}
	return e
}

func (h *Handlers) entryAt(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, typed string, match int, e pages.Entry) pages.Entry {
	e.Typed = typed
	table, err := strconv.Atoi(strings.TrimSpace(typed))
	p := round.AtTable(table)
	if err != nil || p == nil {
		e.Problem = v.Words.Say("There is no table %s in %s, round %d.", typed, book.Section.Name, round.RoundNo)
		return e
	}
	i := slices.IndexFunc(p.Matches, func(m tournament.Match) bool { return m.MatchNo == match })
	if i < 0 {
		i = max(0, slices.IndexFunc(p.Matches, func(m tournament.Match) bool { return m.State == tournament.MatchOpen }))
	}
	m := p.Matches[i]
	_, overdue := book.Section.Late(round, *p, round.Moment(v.Now))
	e.Table, e.Match, e.Matches, e.MatchID, e.Revision = table, m.MatchNo, len(p.Matches), m.MatchID, m.Revision
	e.State, e.Teams, e.OneBoard = visit.MatchState(m, overdue), publicpages.TeamNames(book, *p), book.Section.TeamSize == 1
	e.MayForfeit, e.MayChange = v.Can(access.EnterForfeit), v.Can(access.ChangeResult)
	e.Seats = [2]string{seatsOf(book, m, 1), seatsOf(book, m, 2)}
	at := fmt.Sprintf("%s/table/%d/match/%d", v.DeskRound(round.RoundNo), table, m.MatchNo)
	e.Resolve, e.Correct, e.Acts = at+"/resolve", at+"/correct", h.tableActs(v, book, round, *p, m)
	if overdue && v.Can(access.ChaseMissing) && len(openMatches(*p)) > 0 {
		e.Chase = &pages.Chase{Runner: p.Runner, Seen: seenPlaying(v, *p)}
	}
	e.Locked = lockedWords(v.Words, round)
	if m.Result != nil {
		e.StoredOutcome = string(m.Result.Outcome)
		e.Stored = visit.Told(v, m.Result.Outcome.Said(e.Teams, m.Result.Forfeit, m.Result.EndsOf())) + " (" + source(v, *m.Result) + ")"
	}
	if m.State == tournament.MatchConflict {
		e.Conflict, e.Said = conflictTitle(v.Words, *p, m), sides(v, m, e.Teams)
	}
	otherMatches(v, &e, round, *p)
	return e
}

// otherMatches fills in what the panel says about the other matches of the table.
func otherMatches(v *visit.Visit, e *pages.Entry, round *tournament.Round, p tournament.Pairing) {
	for _, other := range p.Matches {
		to := viewAsked(v).with(v.DeskRound(round.RoundNo)+"/wall", fmt.Sprintf("table=%d&match=%d", e.Table, other.MatchNo))
		e.Links = append(e.Links, layout.Link{Label: v.Words.Say("Match %d", other.MatchNo), To: to, Current: other.MatchNo == e.Match})
		if other.MatchNo == e.Match || other.Result == nil {
			continue
		}
		e.Others[0] += other.Result.Slot1Points
		e.Others[1] += other.Result.Slot2Points
		if other.MatchNo < e.Match {
			e.Earlier = append(e.Earlier, v.Words.Say("Match %d: %s, %s", other.MatchNo,
				visit.Told(v, other.Result.Outcome.Said(e.Teams, other.Result.Forfeit, livegame.Ends{})), v.Words.Say(layout.StateWord(visit.MatchState(other, false)))))
		}
	}
}

// tableActs are the other things done about a table.
func (h *Handlers) tableActs(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, p tournament.Pairing, m tournament.Match) []layout.Link {
	base := v.DeskRound(round.RoundNo)
	acts := []layout.Link{{Label: v.Words.Say("Boards and moves"), To: fmt.Sprintf("%s/table/%d/match/%d", base, p.Table(), m.MatchNo)}}
	own := m.Result != nil && m.Result.ByAccount != nil && *m.Result.ByAccount == v.Who.Account.AccountID
	if m.State == tournament.MatchReported && !own && v.Can(access.VerifyResult) {
		acts = append(acts, layout.Link{Label: v.Words.Say("Verify"), To: fmt.Sprintf("%s/verify?first=%d", base, m.MatchID)})
	}
	if m.UnderReview {
		if r, ok := h.reviews(v, round)[m.MatchID]; ok {
			acts = append(acts, r.link)
		}
	}
	if visit.EndedLevel(v, book, p) {
		acts = append(acts, layout.Link{Label: v.Words.Say("Level: who goes on"), To: visit.LevelAddress(v, &p)})
	}
	if len(unreported(p)) > 1 && v.Can(access.EnterForfeit) {
		acts = append(acts, layout.Link{Label: v.Words.Say("No-show"), To: fmt.Sprintf("%s/table/%d/no-show", base, p.Table())})
	}
	if v.Can(access.PauseTable) && round.ClockStarted != nil && !publicpages.Over(round) {
		label := v.Words.Say("Pause or extend")
		if p.PausedAt != nil {
			label = v.Words.Say("Paused: %s", p.PauseReason)
		}
		acts = append(acts, layout.Link{Label: label, To: fmt.Sprintf("%s/clock?table=%d", base, p.Table())})
	}
	if v.Can(access.Print) {
		to := fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=slips&table=%d", v.Event.Slug, v.Section.Slug, round.RoundNo, p.Table())
		acts = append(acts, layout.Link{Label: v.Words.Say("Slip again"), To: to})
	}
	return acts
}

// sides are the values of a conflict.
func sides(v *visit.Visit, m tournament.Match, teams [2]string) []pages.Said {
	var said []pages.Said
	for _, r := range m.Reports {
		said = append(said, pages.Said{ReportID: r.ReportID, Sentence: visit.Told(v, r.Outcome.Said(teams, r.Forfeit, r.EndsOf())), By: source(v, r), At: r.At})
	}
	return said
}

// seatsOf lists the seats and players of a team in a match: "BA Maya Ortiz · WB
// Theo Lindgren".
func seatsOf(book *tournament.SectionBook, m tournament.Match, slot int) string {
	var parts []string
	for _, g := range m.Games {
		for _, side := range []struct {
			seat string
			id   *int64
		}{{"W" + g.Board, g.WhiteID}, {"B" + g.Board, g.BlackID}} {
			if side.id == nil || m.SlotOf(side.seat) != slot {
				continue
			}
			if player, ok := book.Player(*side.id); ok {
				parts = append(parts, side.seat+" "+player.Name())
			}
		}
	}
	return strings.Join(parts, " · ")
}
