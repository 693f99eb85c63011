package public

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// currentPairings shows the last published round and follows to the next one by
// itself.
func (h *Handlers) currentPairings(v *visit.Visit) error {
	return pairings(v, func(b *publicpages.SectionView) int {
		if r := b.Current(); r != nil {
			return r.RoundNo
		}
		return 1
	})
}

func (h *Handlers) roundPairings(v *visit.Visit) error {
	return pairings(v, func(*publicpages.SectionView) int { return v.RoundNo })
}

func pairings(v *visit.Visit, round func(*publicpages.SectionView) int) error {
	byTable := v.QueryParam("by") == "table"
	path := v.Request().URL.Path
	return v.Public(fmt.Sprint(path, byTable), func() (templ.Component, int64, error) {
		b := v.Book()
		n := round(b)
		frame := v.Frame(layout.Public, v.Words.Say("Round %d pairings", n), b.Event.Version)
		frame.Tab = "pairings"
		r := b.Round(n)
		if r == nil || !r.Public() {
			waiting, err := waiting(v, b, n)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		page, err := pairingsPage(v, b, r, byTable)
		return pages.Pairings(frame, page), b.Event.Version, err
	})
}

// waiting is the page of every round nobody may see, whether it exists or not.
// That an earlier version was withdrawn is public.
func waiting(v *visit.Visit, b *publicpages.SectionView, n int) (pages.WaitingPage, error) {
	page := pages.WaitingPage{Round: n, Sentence: v.Words.Say("Round %d is not published yet.", n)}
	versions, err := b.Publications(v.Request().Context(), n)
	if err != nil {
		return page, err
	}
	if len(versions) > 0 {
		if last := versions[len(versions)-1]; last.WithdrawnAt != nil {
			page.Sentence = v.Words.Say("Version %d was withdrawn at %s. Wait for version %d.",
				last.Version, v.Words.Clock(last.WithdrawnAt.In(v.Event.Zone())), last.Version+1)
		}
	}
	return page, nil
}

func pairingsPage(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, byTable bool) (pages.PairingsPage, error) {
	page := pages.PairingsPage{
		Alone: b.Alone(),
		Round: r.RoundNo, ByTable: byTable, Version: r.Publication, StartsAt: r.StartsAt, Rounds: publicpages.PublishedRounds(b), Self: v.Request().URL.Path,
	}
	if r.PublishedAt != nil {
		page.PublishedAt = *r.PublishedAt
	}
	var err error
	if page.Sections, err = publicSections(v); err != nil {
		return page, err
	}
	change, err := b.Moved(v.Request().Context(), r)
	if err != nil {
		return page, err
	}
	page.Before, page.Changed, page.LineUps = change.Before, change.Tables, publicpages.NewLineUps(b, r)
	if byTable {
		page.Rows = b.RowsByTable(v.Words, r, change)
		err = addWatch(v, b, r, page.Rows)
	} else {
		page.Rows = b.RowsByName(v.Words, r, change)
	}
	return page, err
}

// addWatch gives rows by table the links for spectators.
func addWatch(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, rows []pages.PairingRow) error {
	recorded, err := b.Watched(v.Request().Context())
	if err != nil || recorded == nil {
		return err
	}
	for i := range rows {
		if p := r.AtTable(rows[i].Table); p != nil {
			rows[i].Watch = b.WatchLinks(v.Words, r, p, recorded)
		}
	}
	return nil
}

// publicSections are the sections of the event for the links on top of a page.
func publicSections(v *visit.Visit) ([]layout.Section, error) {
	all, err := v.Sections()
	var shown []layout.Section
	for _, s := range all {
		shown = append(shown, layout.Section{Slug: s.Slug, Name: s.Name, Letter: s.Letter})
	}
	return shown, err
}
