package visit

import (
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

func NextDraft(v *Visit, b *publicpages.SectionView) (tournament.DraftRound, error) {
	return v.site.reader.DraftRound(v.Request().Context(), v.Event.EventID, b.Section.SectionID, b.NextRound())
}

// WayToEntries leads to where a section gets its teams from, with what that is called: they are
// entered, or come in from other sections.
func WayToEntries(v *Visit, b *publicpages.SectionView) (to, label string) {
	if tournament.Awaits(b.SectionBook) {
		return v.DeskPath("/phase"), v.Words.Say("Who comes into %s", b.Section.Name)
	}
	return v.DeskPath("/teams"), v.Words.Say(publicpages.ByEntry(b.Section, text.Message("Enter teams"), text.Message("Enter players")))
}

// Ready lists the conditions for pairing a round, each with its reason.
func Ready(v *Visit, b *publicpages.SectionView, next int) []pages.Check {
	is := b.Readiness(next)
	if is.TooFew {
		to, _ := WayToEntries(v, b)
		return []pages.Check{{Sentence: b.Needs(v.Words), To: to}}
	}
	var checks []pages.Check
	add := func(to string, ok bool, good, bad string) {
		if ok {
			checks = append(checks, pages.Check{OK: true, Sentence: good})
			return
		}
		checks = append(checks, pages.Check{Sentence: bad, To: to})
	}
	add(v.DeskPath("/teams"), is.Unseen == 0, v.Words.Say(publicpages.ByEntry(b.Section, text.Message("Every team was seen."), text.Message("Every player was seen."))), v.Words.Say("%s not checked in.", b.EntryCount(v.Words, is.Unseen)))
	if is.First {
		return checks
	}
	wall := v.DeskPath("/round/%d/wall", b.Current().RoundNo)
	settle := wall
	if level := b.Undecided(); level != nil {
		settle = LevelAddress(v, level)
	}
	add(wall, is.Missing == 0, v.Words.Say("Every match has a result."), v.Words.Say("%d matches without a result.", is.Missing))
	add(wall, is.Conflicts == 0, v.Words.Say("No results disagree."), v.Words.Say("%d matches with two different results.", is.Conflicts))
	add(wall, is.Review == 0, v.Words.Say("Nothing is under review."), v.Words.Say("%d matches under review.", is.Review))
	switch {
	case is.Ties && next == b.FirstKnockout():
		add(v.DeskPath("/round/%d/pair", next), is.Level == nil, v.Words.Say("It is clear who goes on from the groups."), SaidIn(v.Words, is.Level))
	case is.Ties:
		add(settle, is.Level == nil, v.Words.Say("Every tie of the knockout has a winner."), SaidIn(v.Words, is.Level))
	}
	return checks
}

func RoundLine(v *Visit, b *publicpages.SectionView, r *tournament.Round) pages.RoundLine {
	line := pages.RoundLine{Round: r.RoundNo, State: v.Words.Say(wording.RoundStateWords[r.State]), To: v.DeskPath("/round/%d/pair", r.RoundNo)}
	if !r.Public() {
		return line
	}
	line.Wall = v.DeskPath("/round/%d/wall", r.RoundNo)
	if count := r.Progress(); count.Results > count.Verified && v.Can(access.VerifyResult) {
		line.Verify = v.DeskPath("/round/%d/verify", r.RoundNo)
	}
	line.Published = fmt.Sprintf("v%d", r.Publication)
	if r.PublishedAt != nil {
		line.Published += ", " + v.Clock(*r.PublishedAt)
	}
	next := b.Round(r.RoundNo + 1)
	if r.CompletedAt != nil && next != nil && next.Public() && next.PublishedAt != nil && next.PublishedAt.After(*r.CompletedAt) {
		line.Turnaround = fmt.Sprintf("%d min", int(next.PublishedAt.Sub(*r.CompletedAt).Round(time.Minute).Minutes()))
	}
	return line
}
