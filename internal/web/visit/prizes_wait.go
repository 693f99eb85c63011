package visit

import (
	"github.com/tandemchess/tandem/internal/publicpages"
	pages "github.com/tandemchess/tandem/templates/public"
)

// PrizesWait lists what keeps the awards from being final.
func PrizesWait(v *Visit, list pages.PrizeList) ([]string, error) {
	var wait []string
	if list.Round < list.Rounds {
		wait = append(wait, v.Words.Say("%d of %d rounds are counted.", list.Round, list.Rounds))
	}
	if list.Open > 0 {
		wait = append(wait, v.Words.Say("%d matches without a result.", list.Open))
	}
	if list.Review > 0 {
		wait = append(wait, v.Words.Say("%d results under review.", list.Review))
	}
	windows, err := v.site.reader.AppealWindows(v.Request().Context(), v.Event.EventID, v.Section.SectionID, v.Now)
	if len(windows) > 0 {
		wait = append(wait, v.Words.Say("%s may still be appealed, the last until %s.", v.Words.Say("%d rulings", len(windows)), v.Clock(publicpages.LastWindow(windows))))
	}
	return wait, err
}
