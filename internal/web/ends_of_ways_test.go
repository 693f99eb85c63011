package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
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
