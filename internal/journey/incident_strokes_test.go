package journey_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Opening an incident is a matter of a few keys or taps, from wherever somebody
// hears of it: what is then saved says where, what is claimed, and who claims.
func TestIncidentTakesFewKeys(t *testing.T) {
	inBrowser(t)
	opensIncidents(t, desktop, byKeys, 0)
}

func TestIncidentTakesFewTaps(t *testing.T) {
	inBrowser(t)
	opensIncidents(t, phone, byTouch, 0)
}

// TestSoakIncident opens incidents at the pace of a person and says how long each
// took until it was saved: TANDEM_SOAK=1, or make soak.
func TestSoakIncident(t *testing.T) {
	atLength(t)
	opensIncidents(t, desktop, byKeys, humanKey)
	opensIncidents(t, phone, byTouch, humanKey)
}

// hands strike keys or touch a phone, and count it.
type hands struct {
	*person
	pace   pace
	player string // whose name is typed
	struck int
	typed  int // of these, letters of the name
}

// beatsPerTap is how many keys a person strikes in the time of a tap: the finger
// has to find its place.
const beatsPerTap = 3

func (h *hands) keys(keys ...string) {
	h.t.Helper()
	for _, key := range keys {
		h.press(key)
		h.struck++
		h.pace.wait(1)
	}
}

func (h *hands) name(text string) {
	h.t.Helper()
	h.keys(strings.Split(text, "")...)
	h.typed += len(strings.Split(text, ""))
}

func (h *hands) taps(selector string) {
	h.t.Helper()
	h.tap(selector)
	h.struck++
	h.pace.wait(beatsPerTap)
}

const (
	newIncident = "location.pathname.endsWith('/incidents/new')"
	// sentence is what the card understood; it follows what is saved.
	sentence = "document.querySelector('[data-live=claim] .strong').textContent"
)

// claims fills the form in by keys: what is claimed stands under the focus.
func (h *hands) claims() {
	h.t.Helper()
	h.until(newIncident + " && document.activeElement?.name === 'kind'")
	h.keys(" ", "\r")
	h.claimant()
}

// claimant is the first thing the card asks for.
func (h *hands) claimant() {
	h.t.Helper()
	h.until("/incidents\\/\\d+$/.test(location.pathname) && document.activeElement?.name === 'by'")
	before := h.ask(sentence)
	h.keys(arrowDown)
	h.until(saved + " && " + sentence + " !== " + quote(before))
}

// touchesClaim is claims with a finger.
func (h *hands) touchesClaim() {
	h.t.Helper()
	h.until(newIncident)
	h.taps(".chip:has([name=kind])")
	h.taps("form[data-new-incident] .btn-main")
	h.touchesClaimant()
}

// touchesClaimant counts two taps for the list, which a phone draws itself.
func (h *hands) touchesClaimant() {
	h.t.Helper()
	h.until("/incidents\\/\\d+$/.test(location.pathname)")
	h.taps(`[data-to-step="facts"]`)
	h.until("document.querySelector('[name=by]').offsetParent")
	before := h.ask(sentence)
	h.fill("[name=by]", "WA")
	h.struck += 2
	h.pace.wait(2 * beatsPerTap)
	h.until(saved + " && " + sentence + " !== " + quote(before))
}

// way is how an incident of round 3 of the Open comes to be opened.
type way struct {
	from  string
	table int // 0 for that of the call that waits
	most  int // strokes it may take, letters of a name aside
	page  string
	ready string // what the page looks like when the hands begin
	act   func(*hands)
}

const (
	atTheBox  = "document.activeElement?.name === 'table'"
	panelOpen = "document.querySelector('[data-entry-form] [name=outcome]')"
)

var byKeys = []way{
	{"a table", 10, 7, "/desk/open/round/3/wall", atTheBox, func(h *hands) {
		h.keys("1", "0", "\r")
		h.until("document.activeElement?.name === 'outcome'")
		h.keys("d")
		h.claims()
	}},
	{"a player", 11, 6, "/desk/open/round/3/wall", atTheBox, func(h *hands) {
		h.keys("f")
		h.until("document.activeElement?.name === 'find'")
		h.name(h.player)
		h.keys("\r")
		h.until("document.activeElement?.name === 'outcome'")
		h.keys("d")
		h.claims()
	}},
	{"a live match", 1, 4, "/desk/open/round/3/table/1/match/1", "document.activeElement?.matches('[data-live-match]')", func(h *hands) {
		h.keys("d")
		h.claims()
	}},
	{"a player's call", 0, 3, "/desk/incidents", "document.activeElement?.matches('.call a')", func(h *hands) {
		h.keys("\t", "\r")
		h.claimant()
	}},
}

var byTouch = []way{
	{"a table", 10, 7, "/desk/open/round/3/wall", "document.querySelector('.tile')", func(h *hands) {
		h.taps(".tile[data-table='10']")
		h.until(panelOpen)
		h.taps("[data-entry-form] [data-dispute]")
		h.touchesClaim()
	}},
	{"a player", 11, 9, "/desk/open/round/3/wall", "document.querySelector('.tile')", func(h *hands) {
		h.taps("[name=find]")
		h.until("document.activeElement?.name === 'find'")
		h.name(h.player)
		h.keys("\r")
		h.until(panelOpen)
		h.taps("[data-entry-form] [data-dispute]")
		h.touchesClaim()
	}},
	{"a live match", 1, 6, "/desk/open/round/3/table/1/match/1", "document.querySelector('[data-incident]')", func(h *hands) {
		h.taps("[data-incident]")
		h.touchesClaim()
	}},
	{"a player's call", 0, 4, "/desk/incidents", "document.querySelector('.call form button')", func(h *hands) {
		h.taps(".call form button")
		h.touchesClaimant()
	}},
}

// opensIncidents goes every way once, at that pace, and looks at what is stored.
func opensIncidents(t *testing.T, width int64, ways []way, perKey time.Duration) {
	t.Helper()
	v := newShow(t)
	shown := v.shown
	disputes := dispute.NewService(postgres.Disputes{DB: postgres.New(v.pool, nil)})
	director := v.official("demo.director", width)
	round := v.book(demo.Slug, "open")
	for _, w := range ways {
		h := &hands{person: director, pace: newPace(t, perKey)}
		want := int64(0)
		if w.table != 0 {
			pairing := round.Round(3).AtTable(w.table)
			want, h.player = pairing.Matches[0].MatchID, strings.ToLower(round.Members(pairing.TeamID(1))[0].Name())
		}
		h.open(event + w.page)
		h.until(settled + " && " + w.ready)
		begun := time.Now()
		w.act(h)
		t.Logf("from %s: %d strokes, of them %d letters of a name, saved after %v", w.from, h.struck, h.typed, time.Since(begun).Round(10*time.Millisecond))
		n := h.struck - h.typed
		expect.True(t, n <= w.most, "from %s: %d strokes, want at most %d", w.from, n, w.most)
		card := h.ask("location.pathname")
		id := expect.Must(strconv.ParseInt(card[strings.LastIndex(card, "/")+1:], 10, 64))(t)
		file := expect.Must(disputes.Reader().WholeIncident(t.Context(), shown.EventID, id))(t)
		facts := dispute.FactsOf(file.Incident)
		if i := file.Incident; i.MatchID == nil || want != 0 && *i.MatchID != want || i.State != dispute.Open || i.Kind == "" || facts.Claim.By != "WA" {
			t.Errorf("from %s: stored is incident %d, %s, %q, match %v, claimed by %q; want match %d, open, claimed by WA", w.from, i.IncidentID, i.State, i.Kind, i.MatchID, facts.Claim.By, want)
		}
		h.content()
	}
}
