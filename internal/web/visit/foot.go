package visit

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/print"
)

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
		Event: v.Event.Name, Place: fmt.Sprintf("%s, round %d", b.Section.Name, n), Printed: v.Words.DayAndClock(v.Now.In(v.Event.Zone())), Seal: seal.Groups(),
	}
	switch {
	case draft:
		f.Version = "draft"
	case r != nil:
		f.Version = VersionWords(v, r)
	}
	return f, nil
}
