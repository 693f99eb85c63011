package visit

import (
	"cmp"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/desk"
)

// A ruling or a review on a match of an earlier round moves places, prizes and
// pairings that people have read. The official chooses what the new result counts
// for, as in a correction, and sees before signing what it changes.

// CorrectionChoices is what another result of the match may count for, nil while
// no later round is out.
func CorrectionChoices(v *Visit, f dispute.WholeIncident, book *tournament.SectionBook) (*desk.Correct, error) {
	round := f.Record.Round.RoundNo
	if last := book.Current(); last == nil || last.RoundNo <= round {
		return nil, nil
	}
	c := &desk.Correct{Then: cmp.Or(v.FormValue("then"), "count"), From: v.FormText("from")}
	for n := round + 1; n <= book.LastRound(); n++ {
		c.FromRounds = append(c.FromRounds, n)
	}
	var err error
	c.Next, err = RoundAfter(inSection(v, f), book, round)
	c.Next.Others = !v.CanIn(access.Publish, f.Section.SectionID)
	return c, err
}

// ShowRulingEffect works out what an outcome of the match changes.
func ShowRulingEffect(v *Visit, f dispute.WholeIncident, book *tournament.SectionBook, outcome tournament.Outcome, c *desk.Correct) error {
	effect, err := book.CorrectionEffect(tournament.Correction{MatchID: f.Record.Match.MatchID, Outcome: outcome})
	if err != nil {
		return err
	}
	showCorrection(inSection(v, f), book, effect, c)
	if v.FormValue("then") == "" {
		c.Then = c.Advised()
	}
	return nil
}

// inSection is the visit as if its address named the section of the incident.
func inSection(v *Visit, f dispute.WholeIncident) *Visit {
	at := *v
	at.Section = f.Section
	return &at
}

// TablesToPair is the address of the tables that are paired again once an outcome
// of the match is signed; it is asked for before, while the pairings still show the
// difference. Where no table may be paired again the signature is refused.
func (s *Site) TablesToPair(v *Visit, f dispute.WholeIncident, outcome tournament.Outcome) (string, error) {
	c, err := s.RulingAhead(v, f, outcome)
	if err != nil {
		return "", err
	}
	if c != nil && c.Next.MayPair() {
		return c.Next.To, nil
	}
	var form fault.Form
	form.Add("then", "No table of a later round can be paired again by you on this result. Choose what else it counts for.")
	return "", form.Err()
}

// RulingAhead is what an outcome of the match moves in later rounds, nil while none
// is out.
func (s *Site) RulingAhead(v *Visit, f dispute.WholeIncident, outcome tournament.Outcome) (*desk.Correct, error) {
	book, err := s.reader.Book(v.Request().Context(), v.Event.EventID, f.Section.SectionID)
	if err != nil {
		return nil, err
	}
	c, err := CorrectionChoices(v, f, book)
	if err != nil || c == nil {
		return nil, err
	}
	return c, ShowRulingEffect(v, f, book, outcome, c)
}
