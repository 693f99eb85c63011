package visit

import (
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

func NextDraft(v *Visit, b *publicpages.Shelf) (tournament.DraftRound, error) {
	return v.site.reader.DraftRound(v.Request().Context(), v.Event.EventID, b.Section.SectionID, publicpages.NextRound(b))
}

// Ready lists the conditions for pairing a round, each with its reason.
func Ready(v *Visit, b *publicpages.Shelf, next int) []pages.Check {
	if len(b.Teams) < publicpages.FewestTeams {
		return []pages.Check{{Sentence: b.Needs(), To: v.DeskPath("/teams")}}
	}
	unseen := 0
	for _, t := range b.Teams {
		if t.State == tournament.TeamEntered && t.ArrivesRound <= next {
			unseen++
		}
	}
	checks := []pages.Check{{OK: unseen == 0, Sentence: "Every " + b.Section.EntryWord() + " was seen.", To: ""}}
	if unseen > 0 {
		checks[0] = pages.Check{Sentence: b.EntryCount(unseen) + " not checked in.", To: v.DeskPath("/teams")}
	}
	r := b.Current()
	if r == nil {
		return checks
	}
	count := b.Progress(r)
	wall := v.DeskPath("/round/%d/wall", r.RoundNo)
	settle := wall
	if level := Undecided(b); level != nil {
		settle = LevelAddress(v, level)
	}
	addAt := func(to string, ok bool, good, bad string) {
		if ok {
			checks = append(checks, pages.Check{OK: true, Sentence: good})
			return
		}
		checks = append(checks, pages.Check{Sentence: bad, To: to})
	}
	add := func(ok bool, good, bad string) { addAt(wall, ok, good, bad) }
	missing := count.Matches - count.Results - count.Conflicts
	add(missing == 0, "Every match has a result.", layout.Count(missing, "match")+" without a result.")
	add(count.Conflicts == 0, "No results disagree.", layout.Count(count.Conflicts, "match")+" with two different results.")
	add(count.Review == 0, "Nothing is under review.", layout.Count(count.Review, "match")+" under review.")
	if b.Section.System.Bracket() && r.RoundNo >= b.FirstKnockout() && missing == 0 && count.Conflicts == 0 {
		level := b.LevelTie(next)
		addAt(settle, level == "", "Every tie of the knockout has a winner.", level)
	}
	return checks
}

func RoundLine(v *Visit, b *publicpages.Shelf, r *tournament.Round) pages.RoundLine {
	line := pages.RoundLine{Round: r.RoundNo, State: string(wording.RoundStateWords[r.State]), To: v.DeskPath("/round/%d/pair", r.RoundNo)}
	if !r.Public() {
		return line
	}
	line.Wall = v.DeskPath("/round/%d/wall", r.RoundNo)
	if count := b.Progress(r); count.Results > count.Verified && v.Can(access.VerifyResult) {
		line.Verify = v.DeskPath("/round/%d/verify", r.RoundNo)
	}
	line.Published = fmt.Sprintf("v%d", r.Publication)
	if r.PublishedAt != nil {
		line.Published += ", " + r.PublishedAt.In(v.Event.Zone()).Format("3:04 pm")
	}
	next := b.Round(r.RoundNo + 1)
	if r.CompletedAt != nil && next != nil && next.Public() && next.PublishedAt != nil && next.PublishedAt.After(*r.CompletedAt) {
		line.Turnaround = fmt.Sprintf("%d min", int(next.PublishedAt.Sub(*r.CompletedAt).Round(time.Minute).Minutes()))
	}
	return line
}
