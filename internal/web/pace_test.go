package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// paced is a league with a schedule and a second section, at ten to nine on its day.
func paced(t *testing.T) *league {
	t.Helper()
	l := newLeague(t, 4)
	l.exec(`update event set schedule = E'9:30 Round 1\n10:30 Round 2\n12:00 Lunch\n13:00 Round 3', starts_on = $1::timestamptz::date, ends_on = $1::timestamptz::date`, l.now)
	l.Section(l.event, l.section+1, "U1600", testkit.Row{"rounds": 3})
	l.settle()
	return l
}

const pacePath = "/e/lake/desk/open/pace"

// later sends the form that moves the times, as the page shows it.
func (l *league) later(b *browser, page, minutes string) *answer {
	l.t.Helper()
	last := b.get(page).wants(http.StatusOK).value("[data-later-form] [name=last]", "value")
	return b.post(strings.TrimSuffix(page, "/")+"/move", url.Values{"key": {l.key()}, "last": {last}, "minutes": {minutes}})
}

// One key moves a section's times everywhere: desk, phones, screens, paper; and takes them back.
func TestLaterIsSeenEverywhere(t *testing.T) {
	t.Parallel()
	l := paced(t)
	l.draft(1)
	form := l.chief.get("/e/lake/desk/open/round/1/pair/publish").wants(http.StatusOK)
	got := form.value("[name=starts]", "value")
	expect.True(t, got == "09:30", "publishing offers %q as the start, want what is planned", got)
	l.press("/e/lake/desk/open/round/1/pair/publish", url.Values{"typed": {"1"}, "starts": {"09:30"}}).wants(http.StatusSeeOther)
	l.send("/e/lake/desk/print/open/round/1?paper=names", url.Values{}).wants(http.StatusSeeOther)
	l.settle()
	everybody := l.visitor()
	pages := []string{"/e/lake/open/pairings", "/e/lake/open/status", "/e/lake/find?team=team-1", "/e/lake/hall/main", "/e/lake/open/round/1/table/1", "/e/lake/team/team-1/calendar.ics"}
	says := func(clock, utc string) {
		t.Helper()
		for _, page := range pages {
			want := clock
			if strings.HasSuffix(page, ".ics") {
				want = utc
			}
			expect.Contains(t, everybody.get(page).wants(http.StatusOK).body, want, "%s does not say", page)
		}
	}
	says("9:30 am", "T093000Z")
	l.chief.get("/e/lake/desk/print").has("main", "version 1 printed")

	done := l.later(l.chief, pacePath, "15").wants(http.StatusSeeOther)
	page := l.chief.get(done.to()).has(".said", "What has not begun starts 15 min later.").has("[data-moved]", "Dana Holt moved the times 15 min later at 9:00 am.")
	l.settle()
	says("9:45 am", "T094500Z")
	l.chief.get("/e/lake/desk/print").has("main", "outdated: version 1 printed")
	expect.Contains(t, l.chief.get("/e/lake/desk/print/open/round/1?paper=names").wants(http.StatusOK).body, "starts 9:45 am", "new paper does not say the new time")
	// The other section stays, and so does what the schedule says of both.
	expect.Contains(t, everybody.get("/e/lake/u1600/status").wants(http.StatusOK).text("main"), "Round 1 is planned for 9:30 am.", "the other section")
	// A page from before the move does not move the times once more.
	l.chief.post(pacePath+"/move", url.Values{"key": {l.key()}, "last": {"0"}, "minutes": {"15"}}).wants(http.StatusConflict).has("[role=alert]", "moved the times by 15 minutes at 09:00 meanwhile")
	l.chief.post(pacePath+"/move", url.Values{"key": {l.key()}, "last": {"1"}, "minutes": {"soon"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "whole number")

	back := url.Values{"key": {l.key()}, "move": {page.value("[data-back-form] [name=move]", "value")}}
	l.chief.post(pacePath+"/back", back).wants(http.StatusSeeOther)
	l.settle()
	says("9:30 am", "T093000Z")
	l.chief.get("/e/lake/desk/journal").has("main", "take back a move of planned times").has("main", "move planned times")
	// From the section's page the key leads back there.
	dash := l.chief.get("/e/lake/desk/open").wants(http.StatusOK)
	from := url.Values{"key": {l.key()}, "last": {dash.value("[data-later-form] [name=last]", "value")}, "minutes": {"5"}, "from": {dash.value("[data-later-form] [name=from]", "value")}}
	to := l.chief.post(dash.value("[data-later-form]", "action"), from).wants(http.StatusSeeOther).to()
	expect.True(t, strings.HasPrefix(to, "/e/lake/desk/open") && !strings.Contains(to, "pace"), "the key on the section's page leads to %s", to)
	l.chief.post(pacePath+"/back", url.Values{"key": {l.key()}, "move": back["move"]}).wants(http.StatusConflict).has("[role=alert]", "taken back already, or a later one")
}

// The whole event moves with its schedule; the chief of one section cannot do that.
func TestTheWholeEventMoves(t *testing.T) {
	t.Parallel()
	l := paced(t)
	const all = "/e/lake/desk/pace"
	if page := l.chief.get(all).wants(http.StatusOK).has("main", "Open").has("main", "The chief floor director and the organizer"); page.count("[data-later-form]") > 0 {
		t.Error("the chief of one section is offered to move all")
	}
	floor := l.person("sam", "Sam Cole", "none")
	l.give(floor, l.event, 0, access.Chief)
	l.later(floor, all, "20").wants(http.StatusSeeOther)
	l.settle()
	everybody := l.visitor()
	for _, section := range []string{"open", "u1600"} {
		everybody.get("/e/lake/"+section+"/status").has("main", "Round 1 is planned for 9:50 am.")
	}
	everybody.get("/e/lake").has("main", "12:20 pm").has("main", "1:20 pm")
	floor.get(all).has("[data-moved]", "Sam Cole moved the times of all sections 20 min later")
	if page := l.chief.get(pacePath).has("[data-moved]", "of all sections"); page.count("[data-back-form]") > 0 {
		t.Error("the chief of one section is offered to take back what moved all")
	}
	move := floor.get(all).value("[data-back-form] [name=move]", "value")
	floor.post(all+"/back", url.Values{"key": {l.key()}, "move": {move}}).wants(http.StatusSeeOther)
	l.settle()
	everybody.get("/e/lake/u1600/status").has("main", "Round 1 is planned for 9:30 am.")
}

// The page says how the time stands, what each part took, and whether one more round fits.
func TestThePaceOfASection(t *testing.T) {
	t.Parallel()
	l := paced(t)
	l.chief.get(pacePath).wants(http.StatusOK).has("[data-pace]", "Round 1 is planned for 9:30 am.").has("main", "No round has been published yet.")
	l.draft(1)
	l.wait(26 * time.Minute)
	l.publish(1)
	l.wait(8 * time.Minute)
	l.send("/e/lake/desk/open/round/1/clock", nil).wants(http.StatusSeeOther)
	l.chief.get("/e/lake/desk/open").has("[data-pace]", "in hand. Round 2 can start about").has("main", "Parts and forecast")
	l.wait(50 * time.Minute)
	l.visitor().get("/e/lake/open/status").has("main", "Round 2 is planned for 10:30 am.")
	l.play(1)
	l.exec(`update result_report set at = $1`, l.now)
	l.settle()
	page := l.chief.get(pacePath).wants(http.StatusOK).has("[data-pace]", "7 min behind. Round 2 can start about 10:37 am; it was planned for 10:30 am.").has("[data-costs]", "Besides play")
	got := row(page, "tbody tr", "Round 1")
	expect.True(t, strings.Contains(got, "8") && strings.Contains(got, "50"), "round 1 took %q", got)
	expect.Contains(t, l.visitor().get("/e/lake/find?team=team-1").text("main"), "Round 2 is planned for 10:30 am.", "a phone")
	l.visitor().get("/e/lake").has("main", "Round 2 is planned for 10:30 am.")
	l.visitor().get("/e/lake/hall/main").has(".now", "Round 2 is planned for 10:30 am.")

	var api struct {
		AsOf   time.Time `json:"as_of"`
		Behind *int      `json:"behind_minutes"`
		Rounds []struct {
			Round   int
			Planned *time.Time
			Started bool
			Starts  struct{ Early, Likely, Late time.Time }
		}
	}
	l.fetch("/api/v1/events/lake/sections/open/pace", http.StatusOK, &api)
	expect.MustTrue(t, api.AsOf.Equal(l.now) && api.Behind != nil && *api.Behind == 7 && len(api.Rounds) == 5, "the API says %+v", api)
	if r := api.Rounds[1]; r.Round != 2 || r.Started || r.Planned == nil || !r.Starts.Likely.After(*r.Planned) || !r.Starts.Late.After(r.Starts.Likely) {
		t.Errorf("of round 2 the API says %+v", r)
	}
	l.chief.get(pacePath+"?by=23:30").has("[data-fits]", "Yes. Round 6 would start about")
	l.chief.get(pacePath+"?by=13:05").has("[data-fits]", "No. Round 6")
	l.chief.get(pacePath+"?by=noon").has("main", "Enter a time such as 19:30.")
	l.chief.post(pacePath+"/rounds", url.Values{"key": {l.key()}, "was": {"5"}, "rounds": {"6"}}).wants(http.StatusSeeOther)
	l.chief.get(pacePath).has("main", "Play 7 rounds")
	l.chief.post(pacePath+"/rounds", url.Values{"key": {l.key()}, "was": {"5"}, "rounds": {"6"}}).wants(http.StatusConflict).has("[role=alert]", "plays 6 rounds by now")
}

// A round that begins while its plan is typed keeps its time, and whoever typed another one is told.
func TestARoundThatBeginsKeepsItsPlan(t *testing.T) {
	t.Parallel()
	l := paced(t)
	page := l.chief.get(pacePath).wants(http.StatusOK)
	first := page.value("[name=round-1]", "value")
	form := url.Values{"key": {l.key()}, "seen": {page.value("[name=seen]", "value")}, "round-1": {first[:11] + "10:45"}, "round-2": {first[:11] + "10:40"}}
	for _, field := range []string{"round-3", "round-4", "round-5"} {
		form.Set(field, page.value("[name="+field+"]", "value"))
	}
	l.draft(1)
	l.press("/e/lake/desk/open/round/1/pair/publish", url.Values{"typed": {"1"}, "starts": {"09:30"}}).wants(http.StatusSeeOther)
	l.send(wallPath+"/clock", nil).wants(http.StatusSeeOther)
	l.settle()

	again := l.chief.post(pacePath+"/plan", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Round 1 has begun.")
	expect.Equal(t, again.count("[name=round-1]"), 0, "fields for the round that has begun")
	expect.Equal(t, again.value("[name=round-2]", "value"), first[:11]+"10:40", "what was typed for round 2")
	form.Del("round-1")
	set(form, "key", l.key(), "seen", again.value("[name=seen]", "value"))
	l.chief.post(pacePath+"/plan", form).wants(http.StatusSeeOther)
	page = l.chief.get(pacePath)
	expect.Equal(t, page.value("[name=round-2]", "value"), first[:11]+"10:40", "round 2 is planned for")
	expect.True(t, strings.HasPrefix(page.value("[name=seen]", "value"), first+","), "round 1 was planned for %s, now the page says %s", first, page.value("[name=seen]", "value"))
}

func TestPlanningTheRoundsOfASection(t *testing.T) {
	t.Parallel()
	l := paced(t)
	page := l.chief.get(pacePath).wants(http.StatusOK)
	form := url.Values{"key": {l.key()}, "seen": {page.value("[name=seen]", "value")}}
	day := page.value("[name=round-1]", "value")[:11]
	form["round-1"], form["round-2"], form["round-3"], form["round-4"] = []string{day + "09:30"}, []string{day + "09:20"}, []string{day + "11:30"}, []string{day + "12:30"}
	l.chief.post(pacePath+"/plan", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Round 2 would not start after the round before it.")
	form.Set("round-2", "half past ten")
	l.chief.post(pacePath+"/plan", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Enter a day and a time")
	form.Set("round-2", day+"10:30")
	l.chief.post(pacePath+"/plan", form).wants(http.StatusSeeOther)
	l.settle()
	got := l.visitor().get("/e/lake/team/team-1/calendar.ics").wants(http.StatusOK).body
	expect.True(t, strings.Contains(got, "T123000Z") && strings.Contains(got, "Open: Round 4"), "the calendar of a team says\n%s", got)
	expect.Equal(t, l.chief.get(pacePath).value("[name=round-4]", "value"), day+"12:30", "round 4 is planned for")
	set(form, "key", l.key(), "round-4", day+"12:45")
	l.chief.post(pacePath+"/plan", form).wants(http.StatusConflict).has("[role=alert]", "The time of round 3 was changed meanwhile")
}
