package desk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	desk "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// spareRows are the empty lines at the end of the form of prizes, and how many
// more are given on request.
const spareRows = 4

func (h *Handlers) prizeForm(v *visit.Visit, b *publicpages.SectionView) error {
	plan := b.Prizes
	form := desk.PrizeForm{
		Revision: plan.Revision, Split: plan.Split, Currency: plan.Currency, Several: plan.Several, Public: plan.Public || plan.Revision == 0,
	}
	if form.Split == "" {
		form.Split = "even"
	}
	for _, p := range plan.Prizes {
		row := desk.PrizeInput{Name: p.Name, Category: p.Category, Place: strconv.Itoa(p.Place)}
		if p.Money > 0 {
			row.Money = fmt.Sprintf("%d.%02d", p.Money/100, p.Money%100)
		}
		form.Rows = append(form.Rows, row)
	}
	return v.Page(prizeFormPage(v, b, form, nil))
}

func prizeFormPage(v *visit.Visit, b *publicpages.SectionView, form desk.PrizeForm, err error) templ.Component {
	form.Action, form.Back = v.DeskPath("/prizes/edit"), v.DeskPath("/prizes")
	form.NeedsReason = b.Section.FrozenAt != nil && b.Prizes.Revision > 0
	form.Categories = b.KnownCategories()
	if b.Section.TeamSize == 2 {
		form.Categories = append(form.Categories, tournament.BoardCategories[:]...)
	}
	if err != nil {
		form.Problem, form.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
	}
	for range spareRows {
		form.Rows = append(form.Rows, desk.PrizeInput{})
	}
	return desk.PrizeFormPage(v.Frame(layout.Desk, v.Words.Say("Prizes"), 0), form)
}

func (h *Handlers) savePrizes(v *visit.Visit, b *publicpages.SectionView) error {
	form, plan, err := prizeInput(v)
	if v.FormValue("do") == "more" {
		for range spareRows {
			form.Rows = append(form.Rows, desk.PrizeInput{})
		}
		return v.Page(prizeFormPage(v, b, form, nil))
	}
	var saved tournament.PrizePlan
	if err == nil {
		saved, err = h.Setup.SavePrizes(v.Request().Context(), v.Event.EventID, v.Command(), tournament.PrizeSettings{SectionID: v.Section.SectionID, Plan: plan})
	}
	return visit.Answer(v, err, func() error {
		now, readErr := v.FreshBook()
		if readErr != nil {
			return readErr
		}
		form.Revision = visit.MadeFrom(v, err, now.Prizes.Revision)
		return v.Again(err, prizeFormPage(v, now, form, err))
	}, v.DeskPath("/prizes"), v.Words.Say("%s of %s saved.", wording.UpperFirst(v.Words.Say("%d prizes", len(saved.Prizes))), v.Section.Name))
}

// prizeInput reads the form. Lines without any word are left out.
func prizeInput(v *visit.Visit) (desk.PrizeForm, tournament.PrizePlan, error) {
	var problems fault.Form
	form := desk.PrizeForm{Split: v.FormValue("split"), Currency: v.FormText("currency"), Several: v.FormValue("several") == "yes", Public: v.FormValue("public") == "yes", Reason: v.FormText("reason")}
	form.Revision, _ = strconv.Atoi(v.FormValue("revision")) // anything else is stale
	plan := tournament.PrizePlan{Revision: form.Revision, Split: form.Split, Currency: form.Currency, Several: form.Several, Public: form.Public}
	for i := 0; v.Request().Form.Has(fmt.Sprintf("prizes.%d.name", i)); i++ {
		text := func(field string) string { return v.FormText(fmt.Sprintf("prizes.%d.%s", i, field)) }
		row := desk.PrizeInput{Name: text("name"), Category: text("category"), Place: text("place"), Money: text("money")}
		if row == (desk.PrizeInput{}) {
			continue
		}
		at := fmt.Sprintf("prizes.%d.", len(form.Rows))
		form.Rows = append(form.Rows, row)
		p := tournament.Prize{Name: row.Name, Category: row.Category}
		var err error
		if p.Place, err = strconv.Atoi(row.Place); err != nil {
			problems.Add(at+"place", "Enter a place from 1 to 999.")
		}
		var ok bool
		if p.Money, ok = hundredths(row.Money); !ok {
			problems.Add(at+"money", "Enter an amount such as 300 or 12.50, or nothing for a trophy.")
		}
		plan.Prizes = append(plan.Prizes, p)
	}
	return form, plan, problems.Err()
}

// hundredths reads "300", "12.5" or "12,50"; nothing is 0.
func hundredths(text string) (int, bool) {
	whole, part, found := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if text == "" {
		return 0, true
	}
	if found && (part == "" || len(part) > 2) || len(whole) > 7 {
		return 0, false
	}
	if len(part) == 1 {
		part += "0"
	}
	if part == "" {
		part = "00"
	}
	n, err := strconv.ParseUint(whole+part, 10, 31)
	return int(n), err == nil && whole != ""
}
