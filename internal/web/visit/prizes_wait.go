package visit

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// PrizesWait lists what keeps the awards from being final.
func PrizesWait(v *Visit, list pages.PrizeList) ([]string, error) {
	var wait []string
	if list.Round < list.Rounds {
		wait = append(wait, fmt.Sprintf("%d of %d rounds are counted.", list.Round, list.Rounds))
	}
	if list.Open > 0 {
		wait = append(wait, layout.Count(list.Open, "match")+" without a result.")
	}
	if list.Review > 0 {
		wait = append(wait, layout.Count(list.Review, "result")+" under review.")
	}
	windows, err := v.site.reader.AppealWindows(v.Request().Context(), v.Event.EventID, v.Section.SectionID, v.Now)
	if len(windows) > 0 {
		wait = append(wait, fmt.Sprintf("%s may still be appealed, the last until %s.", layout.Count(len(windows), "ruling"), publicpages.LastWindow(windows).In(v.Event.Zone()).Format("3:04 pm")))
	}
	return wait, err
}
