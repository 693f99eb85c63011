package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// PrizeSettings are the prizes of a section as typed. Plan.Revision is that of
// the plan the form showed.
type PrizeSettings struct {
	SectionID int64
	Plan      PrizePlan
}

const (
	maxPrizes = 200
	maxMoney  = 100_000_000 // hundredths
)

// SavePrizes replaces the prizes of a section. Once round 1 is published the
// players have read them, so a change needs a reason in the command.
func (s *SetupCommands) SavePrizes(ctx context.Context, eventID int64, cmd journal.Command, in PrizeSettings) (PrizePlan, error) {
	wanted, err := checkPrizes(in.Plan)
	if err != nil {
		return PrizePlan{}, err
	}
	return change(ctx, s.settings, eventID, cmd, func(tx settingsTx) (PrizePlan, journal.Change, error) {
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return PrizePlan{}, journal.Change{}, err
		}
		before := book.Prizes
		if samePlan(before, wanted) {
			return before, journal.Change{}, nil
		}
		if in.Plan.Revision != before.Revision {
			return PrizePlan{}, journal.Change{}, fault.New(fault.Stale,
				"Somebody saved the prizes of %s since you opened the form. They are now %s; the form says %s. Nothing was saved. Look at both, then save again.",
				book.Section.Name, before.sentence(), wanted.sentence())
		}
		if book.Section.FrozenAt != nil && before.Revision > 0 && cmd.Unexplained() {
			var form fault.Form
			form.Add("reason", "Enter the reason: round 1 is published, and the prizes were announced.")
			return PrizePlan{}, journal.Change{}, form.Err()
		}
		wanted.Revision = before.Revision + 1
		if err := tx.SavePrizePlan(ctx, in.SectionID, wanted); err != nil {
			return PrizePlan{}, journal.Change{}, err
		}
		return wanted, journal.Change{Action: "set prizes", Subject: journal.Subject(book.Section.Slug, "prizes"), Before: before, After: wanted}, nil
	})
}

func samePlan(a, b PrizePlan) bool {
	return a.Revision > 0 && a.Split == b.Split && a.Several == b.Several && a.Public == b.Public && a.Currency == b.Currency && slices.Equal(a.Prizes, b.Prizes)
}

// sentence is a plan for a message: "3 prizes: 1st 300.00, Cup".
func (p PrizePlan) sentence() fault.Clause {
	if len(p.Prizes) == 0 {
		return fault.Part("none")
	}
	list := make([]string, len(p.Prizes))
	for i, prize := range p.Prizes {
		list[i] = prize.Name
		if prize.Money > 0 {
			list[i] += fmt.Sprintf(" %d.%02d", prize.Money/100, prize.Money%100)
		}
	}
	if len(list) > 6 {
		list = append(list[:6], "…")
	}
	return fault.Part("“%s”", fault.List(list...))
}

// checkPrizes tidies a plan and notes what is wrong, by input name.
func checkPrizes(p PrizePlan) (PrizePlan, error) {
	var form fault.Form
	limit.Collect(&form, "", p)
	if _, known := prizeSplits[p.Split]; !known {
		form.Add("split", "Choose how tied teams divide money.")
	}
	p.Currency = tidy(p.Currency)
	if len(p.Prizes) > maxPrizes {
		form.Add("prizes", "A section has at most %d prizes.", maxPrizes)
	}
	type slot struct {
		category string
		place    int
	}
	taken, spelling := map[slot]string{}, map[string]string{}
	p.Prizes = slices.Clone(p.Prizes)
	for i := range p.Prizes {
		prize, at := &p.Prizes[i], fmt.Sprintf("prizes.%d.", i)
		prize.Name, prize.Category = tidy(prize.Name), tidy(prize.Category)
		checkName(&form, at+"name", prize.Name, fault.Word("the prize"))
		if strings.Contains(prize.Category, ",") {
			form.Add(at+"category", "Enter one category, without a comma.")
		}
		if prize.Place < 1 || prize.Place > 999 {
			form.Add(at+"place", "Enter a place from 1 to 999.")
		}
		if prize.Money < 0 || prize.Money > maxMoney {
			form.Add(at+"money", "Enter an amount from 0 to %d, 0 for a trophy.", maxMoney/100)
		}
		key := NameKey(prize.Category)
		if first, known := spelling[key]; known {
			prize.Category = first
		}
		spelling[key] = prize.Category
		here := slot{key, prize.Place}
		if other := taken[here]; prize.Money > 0 && other != "" {
			form.Add(at+"place", "“%s” gives money for this place already. Choose another place or category.", other)
		}
		if prize.Money > 0 {
			taken[here] = prize.Name
		}
	}
	return p, form.Err()
}
