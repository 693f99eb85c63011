package dispute

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// PersonPenalties are the penalties an official may give a player without a
// proposal, lightest first.
// Without a match there are no clocks that time could be added to or taken from, see
// [WholeIncident.PenaltyKinds].
var PersonPenalties = []rulebook.RemedyKind{rulebook.Warning, rulebook.AddTime, rulebook.DeductTime, rulebook.GameLoss, rulebook.MatchLoss, rulebook.Expel}

// PenaltyKinds are those of PersonPenalties that can be given here.
func (f *WholeIncident) PenaltyKinds() []rulebook.RemedyKind {
	if f.Record != nil {
		return PersonPenalties
	}
	return slices.DeleteFunc(slices.Clone(PersonPenalties), func(k rulebook.RemedyKind) bool { return k == rulebook.AddTime || k == rulebook.DeductTime })
}

// Counting are the penalties of the incident that count on their ladders.
func (f *WholeIncident) Counting() []Penalty {
	return slices.DeleteFunc(slices.Clone(f.Penalties), func(p Penalty) bool { return p.State != Counts })
}

// SeatOf is the seat of whom a penalty of the incident was given to, empty when nobody
// of the match is.
func (f *WholeIncident) SeatOf(p Penalty) string {
	team := ""
	for _, seat := range f.People() {
		player, known := f.PlayerAt(seat)
		switch {
		case p.PlayerID != nil && known && player.PlayerID == *p.PlayerID:
			return seat
		case p.PlayerID == nil && team == "" && f.TeamAt(seat).TeamID == p.TeamID:
			team = seat
		}
	}
	return team
}

// isHeavy reports whether a ruling takes a game or a match away as a penalty for
// conduct; a game lost by an illegal move, flag or mate is no penalty.
func isHeavy(d Decision, p Proposal, follows bool) bool {
	heavy := func(k rulebook.RemedyKind) bool { return k == rulebook.GameLoss || k == rulebook.MatchLoss }
	if follows {
		return slices.ContainsFunc(p.Ruling.Remedies, func(r ruling.Remedy) bool { return heavy(r.Kind) })
	}
	return slices.ContainsFunc(d.Penalties, func(p PersonPenalty) bool { return heavy(p.Kind) })
}

// check notes what is wrong with a decision that departs from the proposal.
func (d Decision) check(form *fault.Form, f *WholeIncident) {
	for _, p := range d.Penalties {
		if !slices.Contains(f.People(), p.Seat) {
			form.Add("penalty_seat", "Choose the player who is penalized.")
		}
		if strings.TrimSpace(p.Offence) == "" {
			form.Add("penalty_offence", "Say what for.")
		}
		if !slices.Contains(f.PenaltyKinds(), p.Kind) {
			form.Add("penalty", "Choose a penalty from the list.")
		}
		lost := p.Kind == rulebook.GameLoss || p.Kind == rulebook.MatchLoss
		if lost && f.Record != nil && d.Outcome == "" && d.Ends.A.Reason == "" && d.Ends.B.Reason == "" {
			form.Add("outcome", "A lost game decides something: choose what becomes of the match too.")
		}
	}
}

// checkLifted notes penalties that a review cannot take away any more.
func (d Decision) checkLifted(form *fault.Form, f *WholeIncident) {
	counting := f.Counting()
	for _, lifted := range d.Lifted {
		if !slices.ContainsFunc(counting, func(p Penalty) bool { return p.PenaltyID == lifted.PenaltyID }) {
			form.Add("penalty", "One of the penalties counts no more. Look at the page again, then choose.")
		}
	}
}

// replaced reports whether a penalty of the decision takes the place of a lifted one.
func (d Decision) replaced(l Lifted) bool {
	return slices.ContainsFunc(d.Penalties, func(p PersonPenalty) bool { return p.Seat == l.Seat && p.Offence == l.Offence })
}

// LiftedOnly are the penalties that the decision takes away without another one.
func (d Decision) LiftedOnly() []Lifted {
	return slices.DeleteFunc(slices.Clone(d.Lifted), d.replaced)
}

// checkScope notes what is wrong with what the result of a decision counts for.
func (d Decision) checkScope(form *fault.Form, f *WholeIncident) {
	if d.Outcome != "" && f.Record != nil {
		tournament.Correction{Counts: d.Counts, From: d.From}.CheckScope(form, *f.Record)
	}
}

// NextStep is what the next offence of a player on a ladder brings, in the words
// of remedies; empty for an offence without a ladder.
func (f *WholeIncident) NextStep(seat, offence string) []rulebook.RemedyKind {
	setting, ok := ladderSetting(offence)
	if !ok {
		return nil
	}
	book, err := f.Section.Rules()
	if err != nil {
		return nil // the rulebook of a section was checked when it was set up
	}
	n, _ := book.Counting(setting).Tally(now(f, setting, seat), priorsOf(f))
	return book.Penalty(setting, rulebook.Occasion{Count: n + 1}).Remedies
}

// StepAfter is what the next offence of the same kind brings after an entry of the
// register, with the articles that say so. Without remedies the rulebook names no
// step: the articles, if any, are those that leave it to the official.
func StepAfter(section tournament.Section, p Penalty) (remedies []rulebook.RemedyKind, articles []string) {
	book, err := section.Rules()
	if err != nil {
		return nil, nil // the rulebook of a section was checked when it was set up
	}
	setting, ok := ladderSetting(p.Offence)
	switch {
	case ok && (book.Climbs(setting) || book.Penalty(setting, rulebook.Occasion{}).Verdict != rulebook.Discretion):
		d := book.DecidePenalty(setting, rulebook.Occasion{Count: p.Step + 1})
		remedies, articles = d.Remedies, slices.Clone(d.Articles)
	case ok:
		articles = slices.Clone(book.CellArticles(setting))
	case book.Fallback() != "":
		articles = []string{book.Fallback()}
	}
	for i, article := range articles {
		articles[i] = string(book.Name()) + " " + article
	}
	return remedies, articles
}

// personRemedies turns the official's penalties into remedies of the ruling.
func personRemedies(f *WholeIncident, d Decision, rulingID int64) ([]Remedy, error) {
	var list []Remedy
	for i, p := range d.Penalties {
		detail, err := json.Marshal(p)
		if err != nil {
			return nil, fmt.Errorf("write the penalty: %w", err)
		}
		row := Remedy{EventID: f.Incident.EventID, RulingID: rulingID, RemedyNo: i + 1, Kind: string(p.Kind), Detail: detail, Applied: true}
		name(f, &row, p.Seat)
		if p.Kind == rulebook.AddTime || p.Kind == rulebook.DeductTime {
			row.MS = ptr(int64(rulebook.PenaltyMS))
		}
		list = append(list, row)
	}
	return list, nil
}

// name says whom a remedy is about.
func name(f *WholeIncident, row *Remedy, seat string) {
	if f.Record != nil {
		row.Seat = &seat
	}
	if team := f.TeamAt(seat); team.TeamID != 0 {
		row.TeamID = &team.TeamID
	}
	if player, ok := f.PlayerAt(seat); ok {
		row.PlayerID = &player.PlayerID
	}
}

// registerDecided writes the penalties of a decision that departs from the
// proposal into the register.
func registerDecided(ctx context.Context, f *WholeIncident, tx putTx, r Ruling, d Decision) error {
	for _, p := range d.Penalties {
		if err := registerOne(ctx, f, tx, r, p.Seat, p.Offence, strings.ReplaceAll(string(p.Kind), "-", " ")); err != nil {
			return err
		}
	}
	return nil
}

// registerOne writes one entry: who, on which step of which ladder.
func registerOne(ctx context.Context, f *WholeIncident, tx putTx, r Ruling, seat, offence, words string) error {
	team := f.TeamAt(seat)
	if team.TeamID == 0 {
		return nil
	}
	book, err := f.Section.Rules()
	if err != nil {
		return err
	}
	entry := Penalty{
		EventID: r.EventID, RulingID: r.RulingID, SectionID: f.Section.SectionID, TeamID: team.TeamID, MatchID: f.Incident.MatchID, Offence: offence,
		Step: 1, Penalty: words, Scope: string(rulebook.PerMatch), State: Counts, At: r.At,
	}
	if player, ok := f.PlayerAt(seat); ok {
		entry.PlayerID = &player.PlayerID
	}
	if setting, ok := ladderSetting(offence); ok {
		counting := book.Counting(setting)
		if counting.Scope == rulebook.PerEvent {
			entry.Scope = string(rulebook.PerEvent)
		}
		n, _ := counting.Tally(now(f, setting, seat), priorsOf(f))
		entry.Step = n + 1
	}
	if entry.PenaltyID, err = tx.NextID(ctx, "penalty"); err != nil {
		return err
	}
	return tx.InsertPenalty(ctx, entry)
}
