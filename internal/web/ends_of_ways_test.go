package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Two corrections wait: who signs one as second is led to the other, and from there to
// the tables that hang on them.
func TestASecondSignatureLeadsOn(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	for _, table := range []string{"1", "2"} {
		at := strings.Replace(correct, "table/1", "table/"+table, 1)
		page := l.chief.get(at)
		l.send(at, url.Values{
			"revision": {page.value("input[name=revision]", "value")}, "outcome": {"slot2"}, "then": {"record"}, "reason": {"The slip was read upside down."},
		}).wants(http.StatusSeeOther)
	}
	second := l.person("ana", "Ana Ruiz", "none")
	l.give(second, l.event, l.section, access.SectionChief)
	first, other := "/e/lake/desk/open/corrections/1", "/e/lake/desk/open/corrections/2"
	to := second.post(first, url.Values{"do": {"sign"}, "key": {l.key()}}).wants(http.StatusSeeOther).to()
	if !strings.HasPrefix(to, other+"?") {
		t.Fatalf("leads to %s, want the other correction that waits", to)
	}
	second.get(to).has(".said", "The next correction waits for you here.")
	to = second.post(other, url.Values{"do": {"refuse"}, "key": {l.key()}}).wants(http.StatusSeeOther).to()
	if !strings.Contains(to, "/table/2/match/1/correct?") {
		t.Errorf("refused, it leads to %s, want the match, where it is corrected otherwise", to)
	}
	second.get(other).has("a", "The match and its history")
}

// The answer to "show the new pairing" stands where the button is, and a press without a
// table says what is missing.
func TestPairingNamedTablesAnswersAtItsButton(t *testing.T) {
	t.Parallel()
	l := played(t, 8)
	tables := "/e/lake/desk/open/round/2/pair/tables"
	page := l.chief.get(tables).has("#becomes button", "Show the new pairing").hasNot("#becomes [role=alert]", "")
	if to := page.value("main form", "action"); to != tables+"#becomes" {
		t.Errorf("the form leads to %s, want its own buttons", to)
	}
	l.chief.get(tables+"?revision=1").has("#becomes [role=alert]", "Tick the tables")
	l.chief.get(tables+"?revision=1&tables=1&tables=2").has("#becomes h3", "What they become")
}

// A section and an event that nobody entered go out of sight and come back; with an
// entry they stay.
func TestWhatNobodyEnteredCanBeHidden(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.give(l.chief, l.event, 0, access.Organizer)
	const setup = "/e/lake/desk/setup"
	added, err := l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "Beginners", Rulebook: "FIDEX"})
	if err != nil {
		t.Fatal(err)
	}
	l.settle()
	l.chief.get("/e/lake/beginners/pairings").wants(http.StatusOK)
	at := func(do string, section int64) url.Values {
		return url.Values{"do": {do}, "section": {strconv.FormatInt(section, 10)}, "key": {l.key()}}
	}
	l.chief.post(setup+"/hide", at("hide", l.section)).wants(http.StatusConflict)
	l.chief.get(setup).has("#sections button", "Beginners").hasNot("#sections button", "Open")

	to := l.chief.post(setup+"/hide", at("hide", added.SectionID)).wants(http.StatusSeeOther).to()
	l.settle()
	l.chief.get(to).has("#hidden button", "Beginners").hasNot("#sections strong", "Beginners")
	for _, gone := range []string{"/e/lake/beginners/pairings", "/e/lake/desk/beginners", "/e/lake/desk/setup/beginners"} {
		l.chief.get(gone).wants(http.StatusNotFound)
	}
	l.chief.get("/e/lake").wants(http.StatusOK).hasNot("main", "Beginners")
	if _, err := l.tournament.AddSection(t.Context(), l.event, l.command(), tournament.NewSection{Name: "beginners", Rulebook: "FIDEX"}); err == nil || !strings.Contains(fault.Fields(err)["name"], "hidden") {
		t.Errorf("the name of a hidden section is taken: %v", err)
	}
	l.chief.post(setup+"/hide", at("show", added.SectionID)).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get("/e/lake/desk/beginners").wants(http.StatusOK)

	// The event: it has entries, so it stays; an empty one goes and comes back.
	l.chief.post(setup+"/state", url.Values{"state": {"setup"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(setup+"/check").hasNot("button", "Hide the event")
	l.chief.post(setup+"/state", url.Values{"state": {"hidden"}, "key": {l.key()}}).wants(http.StatusConflict)
	empty, err := l.tournament.CreateEvent(t.Context(), l.command(), tournament.NewEvent{Name: "Pond", Slug: "pond", TimeZone: "UTC", StartsOn: l.now})
	if err != nil {
		t.Fatal(err)
	}
	l.give(l.chief, empty.EventID, 0, access.Organizer)
	l.chief.get("/e/pond").wants(http.StatusOK)
	l.chief.get("/e/pond/desk/setup/check").has("button", "Hide the event")
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"hidden"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	changed := func() {
		now, err := l.tournament.Reader().EventBySlug(t.Context(), "pond")
		if err != nil {
			t.Fatal(err)
		}
		l.hub.Changed(empty.EventID, now.Version, journal.Reach{})
		l.server.CatchUp(empty.EventID)
	}
	changed()
	l.chief.get("/e/pond").wants(http.StatusNotFound)
	l.chief.get("/api/v1/events/pond").wants(http.StatusNotFound)
	l.chief.get("/desk").has("#hidden strong", "Pond")
	l.chief.get("/e/pond/desk/setup/check").has("button", "Bring Pond back")
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"live"}, "key": {l.key()}}).wants(http.StatusConflict)
	l.chief.post("/e/pond/desk/setup/state", url.Values{"state": {"setup"}, "key": {l.key()}}).wants(http.StatusSeeOther)
	changed()
	l.chief.get("/e/pond").wants(http.StatusOK)
}
