package journey_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A call becomes an incident, a ruling and a result; an appeal climbs from the
// section chief to the chief floor director.
func TestFromCallToFinalDecision(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	director := v.official("demo.director", desktop)

	director.open(event + "/desk/incidents")
	director.says("I am going")
	director.until("location.pathname.match(/incidents\\/\\d+$/) || document.querySelector('.said')")

	// A new incident at a table of U1600: a knight pinned to its king has moved.
	table := v.waiting("u1600")
	director.open(event + "/desk/incidents/new?section=u1600&round=3&table=" + itoa(table) + "&match=1")
	director.click("[name=kind][value=illegal-move]")
	director.fill("[name=summary]", "A pinned knight has moved.")
	director.says("Open the card")
	director.until("location.pathname.match(/incidents\\/\\d+$/)")
	expect.True(t, v.match("u1600", table, 1).UnderReview, "the match is not under review while its incident is open")
	card := director.ask("location.pathname")
	director.fill("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b KQkq - 0 4")
	for seat, clock := range map[string]string{"WA": "241", "BA": "258", "WB": "302", "BB": "236"} {
		director.fill("[name=clock_"+seat+"]", clock)
	}
	director.fill("[name=acts]", "BA move c6d4\nBA press")
	director.fill("[name=by]", "WA")
	director.fill("[name=piece]", "N") // of another kind of claim: it says nothing, and blocks nothing
	director.says("Save and rule")
	director.until("location.pathname.endsWith('/ruling')")
	director.sees(".headline", "Match 1: ")

	// With nobody heard, and the question open that decides, a signature needs a word.
	question := director.ask("document.querySelector('.ask h3').textContent.replace('Ask first: ', '')")
	director.sees("form[data-decide]", "Needed, in a word: nobody was heard and the question “"+question+"” is open")
	director.click("[data-sign-button]")
	director.sees(".field-error", "Say in a word why you sign all the same")
	if m := v.match("u1600", table, 1); m.Result != nil || !m.UnderReview {
		t.Errorf("after a signature without a word of why the match is %+v", m)
	}
	director.open(card)
	director.fill("[name=body]", "I stopped the clock before I touched anything.")
	director.fill("[name=speaker]", "Claimant")
	director.says("Add statement")
	director.sees("main", "I stopped the clock before")
	director.open(card + "/ruling")
	director.sees("main", "USCF-R")
	director.fill("[name=reason]", "The knight was pinned and the move was completed.")
	director.click("[data-sign-button]")
	director.until("!location.pathname.endsWith('/ruling') || document.querySelector('[name=grounds]') || document.querySelector('.said')")
	if m := v.match("u1600", table, 1); m.Result == nil || m.Result.Source != "ruling" || m.UnderReview {
		t.Errorf("after the ruling the match is %+v", m)
	}
	director.content()

	// The appeal of the demonstration: the section chief upholds, the team goes
	// on, the chief floor director overturns.
	chief := v.official("demo.section", desktop)
	chief.open(event + "/desk/appeals/1")
	// Who waits for this decision loses none of the time to go on: it runs from here, and
	// not from the director's ruling.
	ruled := v.appealWindow(1)
	decided := v.now()
	chief.decides("upheld", "Two players heard the claim in time.")
	chief.content()
	window := time.Duration(v.book(demo.Slug, "u1600").Section.AppealMinutes) * time.Minute
	until := v.appealWindow(1)
	expect.True(t, !until.Before(decided.Add(window).Truncate(time.Second)) && !until.After(v.now().Add(window)) && until.Sub(ruled) >= time.Minute,
		"the time to go on ends at %v; it ended at %v before the decision of %v", until, ruled, decided)
	director.open(event + "/desk/incidents/1/ruling")
	director.sees(".read-aloud .note", "You may appeal to the chief floor director, Sam Cole, until "+until.In(v.shown.Zone()).Format("3:04 pm"))
	director.says("A team appeals at the desk")
	director.fill("[name=grounds]", "The window was over by the book.")
	director.says("File the appeal")
	director.until("document.querySelector('.said') || location.pathname.includes('/appeals/')")
	final := v.official("demo.chief", desktop)
	final.open(event + "/desk/appeals")
	final.sees("h2", "For the chief floor director to decide, finally")
	final.shoot("appeals-levels")
	final.open(event + "/desk/appeals/2")
	final.sees(".earlier-decision h2", "Decision of the section chief on appeal 1")
	final.sees(".earlier-decision .quote", "Two players heard the claim in time.")
	final.sees(".earlier-decision", "Board Games appealed: The claimant had already touched a piece to answer the capture.")
	final.sees(".earlier-decision", "The other side was heard.")
	final.shoot("appeal-second-level")
	final.decides("upheld", "The claim stopped the clock before anything else happened.")
	final.sees("main", "Signed")
	final.content()
}

// appealWindow is until when a ruling may be appealed.
func (v *venue) appealWindow(ruling int64) (until time.Time) {
	v.t.Helper()
	return testkit.Stored[time.Time](v.t, v.pool, `select appeal_until from ruling where event_id = $1 and ruling_id = $2`, v.shown.EventID, ruling)
}

// decides signs a review with everybody heard.
func (p *person) decides(state, reason string) {
	p.t.Helper()
	p.click("[name=state][value=" + state + "]")
	for _, who := range []string{"claimant", "opponent", "official"} {
		p.click("[name=heard_" + who + "]")
	}
	p.fill("form [name=reason]", reason)
	p.click("[data-sign-button]")
	p.until("document.querySelector('.said') || !document.querySelector('[name=state]')")
}

// Standings of the played rounds, their cross table and the file for spreadsheets
// agree.
func TestStandingsAndCrossTable(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	reader := v.visitor(desktop)
	reader.open(event + "/open/round/2/standings")
	leader := reader.ask("document.querySelector('main tbody tr [href*=\"/team/\"], main li [href*=\"/team/\"]').textContent.trim()")
	reader.open(event + "/open/crosstable")
	reader.sees("main", leader)
	csv := reader.ask("(() => { const r = new XMLHttpRequest(); r.open('GET', '" + event + "/open/standings.csv', false); r.send(); return r.responseText; })()")
	expect.True(t, len(csv) >= 500, "the file is %q", csv)
	for _, team := range v.book(demo.Slug, "open").Teams {
		if team.State == tournament.TeamWithdrawn {
			continue
		}
		reader.sees("main", team.Name)
	}
	reader.content()
}

// The journal names every act; a row that was altered behind its back is found.
func TestJournalFindsAnAlteredEntry(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	chief := v.official("demo.chief", desktop)
	chief.open(event + "/desk/journal")
	chief.sees("main", "file appeal")
	chief.says("Verify")
	chief.sees("main", "intact")
	expect.Must(v.pool.Exec(t.Context(), `update journal set actor = 'Somebody else' where seq = 100`))(t)
	chief.open(event + "/desk/journal")
	chief.says("Verify")
	chief.sees("main", "Entry 100 is the first that does not fit")
	// tandem verify says the same.
	journals, err := postgres.VerifyJournals(t.Context(), v.pool)
	expect.True(t, err == nil && len(journals) == 1 && strings.Contains(journals[0].Broken, "100"), "verified as %+v, %v", journals, err)
	chief.content()
}
