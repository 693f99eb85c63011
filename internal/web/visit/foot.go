package visit

import (
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

// OnPaper is the visit as its papers speak: in the language that the event says for
// its paper, whoever prints it; for this copy alone in the one that the address asks for.
func OnPaper(v *Visit) *Visit {
	paper := *v
	paper.Words, _ = text.Exactly(v.Event.PaperLanguage)
	if asked, ok := text.Exactly(v.QueryParam("in")); ok {
		paper.Words = asked
	}
	return &paper
}

// Paper is a job for the printer in the visit's language, with the ways to the same
// papers in the others.
func Paper(v *Visit, title string, foot pages.Foot, sheets []pages.Sheet) pages.Job {
	job := pages.Job{Words: v.Words, Title: title, Foot: foot, Sheets: sheets}
	for _, w := range text.Languages() {
		if w.Code() == v.Words.Code() {
			continue
		}
		there := *v.Request().URL
		asks := there.Query()
		asks.Set("in", w.Code())
		there.RawQuery = asks.Encode()
		job.Languages = append(job.Languages, layout.Choice{Value: there.RequestURI(), Label: w.Name()})
	}
	return job
}

// EventFoot closes a sheet about the event as a whole.
func EventFoot(v *Visit, seal string) pages.Foot {
	return pages.Foot{Event: v.Event.Name, Place: v.Words.Say("all sections"), Printed: v.Words.DayAndClock(v.Now.In(v.Event.Zone())), Seal: seal}
}

// Foot closes every sheet. The seal is that of the journal's last entry: it
// anchors the record on paper.
func Foot(v *Visit, b *publicpages.SectionView, n int, r *tournament.Round, draft bool) (pages.Foot, error) {
	seal, err := v.site.journal.Head(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return pages.Foot{}, err
	}
	f := pages.Foot{
		Event: v.Event.Name, Place: v.Words.Say("%s, round %d", b.Section.Name, n), Printed: v.Words.DayAndClock(v.Now.In(v.Event.Zone())), Seal: seal.Groups(),
	}
	switch {
	case draft:
		f.Version = v.Words.Say("draft")
	case r != nil:
		f.Version = VersionWords(v, r)
	}
	return f, nil
}
