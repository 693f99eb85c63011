package tournament

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
)

// staleDraft refuses a form shown before a draft was changed, and says who changed
// what last.
func staleDraft(b *SectionBook, round DraftRound) error {
	at := ""
	if round.DraftAt != nil {
		at = " at " + round.DraftAt.In(b.Event.Zone()).Format("15:04")
	}
	who, what := cmp.Or(round.Editor, "Somebody"), "made it anew"+at+"."
	switch d := round.Draft; {
	case d == nil:
		who, what = "Somebody", "discarded it."
	case len(d.Edits) > 0:
		last := d.Edits[len(d.Edits)-1]
		who, what = last.By, "changed it last"+at+": “"+last.Sentence+"”"
	}
	return fault.New(fault.Stale, "The draft of round %d was changed since this page was shown: %s %s Nothing was saved; look at it again.", round.RoundNo, who, what)
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
	return fault.New(fault.Stale, "Round %d was changed since this page was shown: %s published version %d at %s%s. Nothing was saved; look at it again.",
		round.RoundNo, now.PublishedBy, now.Version, now.PublishedAt.In(b.Event.Zone()).Format("15:04"), movedWords(b, versions[n-2].Tables, now.Tables))
}

// mostMovesTold keeps the words of a change within what a person reads.
const mostMovesTold = 6

// movedWords tell where teams sit since the version before: ", with Alpha at
// table 3, Beta at table 7".
func movedWords(b *SectionBook, before, now []PublishedTable) string {
	at := map[int64]int{}
	for _, row := range now {
		for _, id := range row.Entries() {
			at[id] = row.Table
		}
	}
	moved := slices.SortedFunc(maps.Keys(Moved(before, now)), func(x, y int64) int { return cmp.Or(cmp.Compare(at[x], at[y]), cmp.Compare(x, y)) })
	if len(moved) == 0 {
		return ""
	}
	var words []string
	for _, id := range moved[:min(len(moved), mostMovesTold)] {
		place := "with the bye"
		if at[id] > 0 {
			place = fmt.Sprintf("at table %d", at[id])
		}
		words = append(words, b.Team(id).Name+" "+place)
	}
	if more := len(moved) - mostMovesTold; more > 0 {
		words = append(words, fmt.Sprintf("%d more teams elsewhere", more))
	}
	return ", with " + strings.Join(words, ", ")
}
