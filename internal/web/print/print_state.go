package print

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/print"
)

// basis is what a paper is made of: it is outdated when that has changed since it
// was printed.
type basis string

const (
	ofPairings basis = "pairings" // one version of a round
	ofStart    basis = "start"    // one version of a round, and when it starts
	ofResults  basis = "results"  // the results up to a round
	ofEntries  basis = "entries"  // teams and players
	ofSection  basis = "section"  // the settings of the section
)

// content names what a paper made of this shows now.
func (b basis) content(s *publicpages.SectionView, n int, r *tournament.Round) string {
	h := fnv.New64a()
	switch b {
	case ofPairings:
		if r == nil {
			return "draft"
		}
		content, lineUps := fmt.Sprintf("version %d", r.Publication), false
		for _, l := range s.LineUps {
			if _, changed := tournament.ChangedLineUp(s.SectionBook, r, l.TeamID); changed && l.RoundNo == r.RoundNo {
				lineUps = true
				fmt.Fprint(h, l.TeamID, l.MatchNo, l.FirstID, l.SecondID, " ")
			}
		}
		if lineUps {
			content += fmt.Sprintf(", line-ups %x", h.Sum64())
		}
		return content
	case ofStart:
		if r == nil {
			return "draft"
		}
		if r.StartsAt == nil {
			return fmt.Sprintf("version %d", r.Publication)
		}
		return fmt.Sprintf("version %d, starts %s", r.Publication, r.StartsAt.UTC().Format(time.RFC3339))
	case ofResults:
		for _, round := range s.Rounds {
			if round.RoundNo > n || !round.Public() {
				continue
			}
			for _, p := range round.Pairings {
				fmt.Fprint(h, round.RoundNo, round.Publication, p.PairingNo)
				for _, m := range p.Matches {
					fmt.Fprint(h, m.MatchID, m.State, m.UnderReview)
					if m.Result != nil {
						fmt.Fprint(h, m.Result.Outcome, m.Result.Forfeit, m.Result.Slot1Points, m.Result.Slot2Points)
					}
				}
			}
		}
	case ofEntries:
		for _, t := range s.Teams {
			fmt.Fprint(h, t.TeamID, t.Name, t.Code, t.State, t.School)
			for _, p := range s.Members(t.TeamID) {
				fmt.Fprint(h, p.Name())
			}
		}
	case ofSection:
		fmt.Fprint(h, s.Section.Name, s.Section.Hall, s.Section.FirstTable, s.Section.TablesFor(publicpages.Entered(s)), s.Section.Rulebook, string(s.Section.HouseRules),
			s.Section.MatchesPerPairing, s.Section.AppealMinutes)
	}
	return fmt.Sprintf("%s %x", b, h.Sum64())
}

// printRound is the number a paper's printings are kept under: papers of no round
// have none.
func (p paper) printRound(n int) int {
	if p.any {
		return 0
	}
	return n
}

// paperLink is a paper on the print centre, with what became of it.
func paperLink(v *visit.Visit, s *publicpages.SectionView, printed visit.Printings, p paper, n int, r *tournament.Round) pages.Paper {
	link := pages.Paper{
		Name: p.name, Label: v.Words.Say(p.label), State: pages.NeverPrinted, Says: v.Words.Say("never printed"),
		To: fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=%s", v.Event.Slug, s.Section.Slug, n, p.name),
	}
	last, ok := printed.Of(s.Section.SectionID, p.printRound(n), p.name)
	if !ok {
		return link
	}
	at := v.Clock(last.PrintedAt)
	link.State, link.Says = pages.Printed, v.Words.Say("printed %s", at)
	if p.basis == ofPairings || p.basis == ofStart {
		link.Says = v.Words.Say("%s printed %s", labelWords(v.Words, last.Label), at)
	}
	if last.Content != p.basis.content(s, n, r) {
		link.State, link.Says = pages.Outdated, v.Words.Say("outdated: %s", link.Says)
	}
	return link
}

// labelWords says which version a paper was printed in, as its printing is kept.
func labelWords(w text.Words, label string) string {
	var version int
	if _, err := fmt.Sscanf(label, "version %d", &version); err == nil {
		return w.Say("version %d", version)
	}
	return w.Say("draft")
}

// setSays counts what of a round set still has to be printed.
func setSays(w text.Words, links []pages.Paper, n int) string {
	open := 0
	for _, l := range links {
		set := slices.Contains(roundSet, l.Name)
		if set && l.State != pages.Printed {
			open++
		}
	}
	switch open {
	case 0:
		return w.Say("All %d papers of round %d are printed.", len(roundSet), n)
	case len(roundSet):
		return w.Say("%d papers for the walls and the tables.", open)
	}
	return w.Say("%d of %d papers are to be printed.", open, len(roundSet))
}

// asked are the papers that an address asks for: one of them or the round set.
func asked(name string) ([]paper, error) {
	names := []string{name}
	if name == "set" {
		names = roundSet
	}
	var found []paper
	for _, name := range names {
		i := slices.IndexFunc(papers, func(p paper) bool { return p.name == name })
		if i < 0 {
			return nil, fault.New(fault.NotFound, "There is no paper “%s”. The print centre lists them all.", name)
		}
		found = append(found, papers[i])
	}
	return found, nil
}

// notePrinted keeps that papers went to the printer.
func (h *Handlers) notePrinted(v *visit.Visit) error {
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	names, err := asked(v.QueryParam("paper"))
	if err != nil {
		return err
	}
	r, draft, err := h.printedRound(v, b, v.RoundNo)
	if err != nil {
		return err
	}
	for _, p := range names {
		if err := mayPrint(v, p, b, v.RoundNo, r, draft); err != nil {
			return err
		}
	}
	if draft {
		r = nil
	}
	var list []tournament.Printing
	var labels []string
	for _, p := range names {
		label := "draft"
		if r != nil {
			label = fmt.Sprintf("version %d", r.Publication)
		}
		list = append(list, tournament.Printing{
			SectionID: b.Section.SectionID, RoundNo: p.printRound(v.RoundNo), Paper: p.name, Content: p.basis.content(b, v.RoundNo, r), Label: label,
		})
		labels = append(labels, v.Words.Say(p.label))
	}
	if err := h.Results.NotePrinted(v.Request().Context(), v.Event.EventID, v.Command(), list); err != nil {
		return err
	}
	return v.Onward(fmt.Sprintf("/e/%s/desk/print", v.Event.Slug), v.Words.Say("Noted as printed: %s.", strings.Join(labels, ", ")))
}

// mayPrint refuses a paper of a round that is not published, but for drafts of the
// pairing desk.
func mayPrint(v *visit.Visit, p paper, s *publicpages.SectionView, n int, r *tournament.Round, draft bool) error {
	if draft && !p.draft && !p.any || r == nil && !p.any {
		return fault.New(fault.NotFound, "Round %d of %s is not published, so there is nothing to print.", n, s.Section.Name)
	}
	return nil
}

// printsDrafts reports whether the reader may print drafts of a section.
func printsDrafts(v *visit.Visit, sectionID int64) bool { return v.CanIn(access.EditDraft, sectionID) }
