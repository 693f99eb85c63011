package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const paceOfOpen = event + "/desk/open/pace"

// The chief of a section strikes one key: what has not begun starts later, and everybody who has a
// page open sees it and, who listens, hears it. Another key takes it back.
func TestOneKeyMovesTheDay(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	chief, reader := v.official("demo.section", desktop), v.visitor(phone)
	zone := v.book(demo.Slug, "open").Event.Zone()
	starts := func() string { return v.book(demo.Slug, "open").PlannedStart(4).In(zone).Format("3:04 pm") }
	planned := starts()
	reader.open(event + "/open/status")
	reader.sees("[data-told]", planned) // after midnight with its day before it
	reader.shoot("pace-status-390")
	chief.open(paceOfOpen)
	chief.sees("[data-pace]", "Round 4 can start")
	chief.until(settled)
	chief.shoot("pace-1440")

	// In a field the letter is a letter.
	chief.types("[name=minutes]", "l")
	chief.until("document.querySelector('[name=minutes]').value.includes('l') && location.pathname.endsWith('/pace')")
	chief.fill("[name=minutes]", "15")
	chief.ask("document.activeElement.blur()")
	chief.press("l")
	chief.sees(".said", "What has not begun starts 15 min later.")
	moved := starts()
	expect.MustTrue(t, moved != planned, "round 4 is still planned for %s", planned)
	chief.sees("[data-moved]", "moved the times 15 min later")
	reader.sees("[data-told]", moved) // by itself
	reader.sees("[data-news][aria-live=polite]", "Times have changed. Round 4 is planned for ")
	reader.sees("[data-news][aria-live=polite]", moved)
	reader.shoot("pace-status-moved-390")

	chief.until(settled)
	chief.press("z")
	chief.sees(".said", "The times are as they were.")
	reader.sees("[data-told]", planned) // after midnight with its day before it
	expect.Equal(t, starts(), planned, "after the key that takes back round 4 is planned for")
	chief.content()
	reader.content()
}

// The page of the pace fits a phone and a desk, in its parts and for the whole event.
func TestThePaceFitsPhoneAndDesk(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, width := range []int64{phone, desktop} {
		chief := v.official("demo.chief", width)
		for i, path := range []string{paceOfOpen + "?by=23:30", event + "/desk/cup/pace", event + "/desk/pace", event + "/desk/open"} {
			chief.looksAt(path, width)
			chief.ask("document.querySelector('[data-costs]')?.scrollIntoView({block: 'center'})")
			chief.shoot(fmt.Sprintf("pace-parts-%d-%d", i, width))
		}
	}
}
