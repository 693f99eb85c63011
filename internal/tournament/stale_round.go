package tournament

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// staleDraft refuses a form shown before a draft was changed, and says who changed
// what last.
func staleDraft(b *SectionBook, round DraftRound) error {
	at := "–"
	if round.DraftAt != nil {
		at = round.DraftAt.In(b.Event.Zone()).Format("15:04")
	}
	what := fault.Part("somebody made it anew at %s.", at)
	switch d := round.Draft; {
	case d == nil:
		what = fault.Part("somebody discarded it.")
	case len(d.Edits) > 0:
		last := d.Edits[len(d.Edits)-1]
		what = fault.Part("%s changed it last at %s: “%s”", last.By, at, last)
	case round.Editor != "":
		what = fault.Part("%s made it anew at %s.", round.Editor, at)
	}
	return fault.New(fault.Stale, "The draft of round %d was changed since this page was shown: %s Nothing was saved; look at it again.", round.RoundNo, what)
}

// staleRound refuses a form shown before a published round was changed, and says
// who published the version of now and which teams it put at which table.
func staleRound(ctx context.Context, b *SectionBook, tx publishedTx, round *Round) error {
	versions, err := tx.Publications(ctx, b.Section.SectionID, round.RoundNo)
	if err != nil {
		return err
	}
	n := len(versions)
	if n < 2 || versions[n-1].WithdrawnAt != nil || versions[n-2].WithdrawnAt != nil {
		return fault.New(fault.Stale, "Round %d was changed since this page was shown. Nothing was saved; look at it again.", round.RoundNo)
	}
	now := versions[n-1]
	at, moved := now.PublishedAt.In(b.Event.Zone()).Format("15:04"), movedWords(b, versions[n-2].Tables, now.Tables)
	if len(moved.Parts) == 0 {
		return fault.New(fault.Stale, "Round %d was changed since this page was shown: %s published version %d at %s. Nothing was saved; look at it again.",
			round.RoundNo, now.PublishedBy, now.Version, at)
	}
	return fault.New(fault.Stale, "Round %d was changed since this page was shown: %s published version %d at %s, with %s. Nothing was saved; look at it again.",
		round.RoundNo, now.PublishedBy, now.Version, at, moved)
}

// mostMovesTold keeps the words of a change within what a person reads.
const mostMovesTold = 6

// movedWords tell where teams sit since the version before: "Alpha at table 3, Beta at
// table 7".
func movedWords(b *SectionBook, before, now []PublishedTable) fault.Chain {
	at := map[int64]int{}
	for _, row := range now {
		for _, id := range row.Entries() {
			at[id] = row.Table
		}
	}
	moved := slices.SortedFunc(maps.Keys(TablesMoved(before, now)), func(x, y int64) int { return cmp.Or(cmp.Compare(at[x], at[y]), cmp.Compare(x, y)) })
	var words []fault.Clause
	for _, id := range moved[:min(len(moved), mostMovesTold)] {
		place := fault.Part("%s with the bye", b.Team(id).Name)
		if at[id] > 0 {
			place = fault.Part("%s at table %d", b.Team(id).Name, at[id])
		}
		words = append(words, place)
	}
	if more := len(moved) - mostMovesTold; more > 0 {
		words = append(words, fault.Part("%d more teams elsewhere", more))
	}
	return fault.List(words...)
}
