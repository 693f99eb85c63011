package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// opensCard opens the card of an illegal move at a table of U1600.
func (p *person) opensCard(table int) {
	p.t.Helper()
	p.open(fmt.Sprintf("%s/desk/incidents/new?section=u1600&round=3&table=%d&match=1", event, table))
	p.click("[name=kind][value=illegal-move]")
	p.says("Open the card")
	p.until("location.pathname.match(/incidents\\/\\d+$/)")
}

// "Save and rule" leads on whenever it is pressed, also while the card saves itself on
// a slow line: what was typed is stored once, nothing is posted again and again, and a
// statement does not lose what was typed beside it.
func TestTheCardSavesOnceAndLeadsOn(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	table := v.waiting("u1600")
	director := v.official("demo.director", desktop)
	director.opensCard(table)
	card := director.ask("location.pathname")
	director.url = v.slowLine(300 * time.Millisecond)

	for i, pressed := range []string{"at once", "while the typing pauses", "while it is saved", "when it is saved"} {
		before, clock := v.journal(), fmt.Sprintf("4:%02d", 10+i)
		director.open(card)
		director.fill("[name=by]", []string{"WA", "BA"}[i%2])
		switch i {
		case 1:
			director.until("document.documentElement.dataset.busy.includes('sending')")
		case 2:
			director.until("document.querySelector('[data-saved]').textContent === 'Saving'")
		case 3:
			director.until(saved)
		}
		// Without a look whether the page has settled: one more change, and the button.
		director.leaves("change and rule", fmt.Sprintf(`((field) => {
			field.value = %q;
			field.dispatchEvent(new Event("input", { bubbles: true }));
			field.dispatchEvent(new Event("change", { bubbles: true }));
			document.querySelector("button[name=then][value=rule]").click();
		})(document.querySelector("[name=clock_WA]"))`, clock))
		director.until("location.pathname.endsWith('/ruling') && " + settled)
		n := v.journal() - before
		expect.True(t, n <= 2, "pressed %s: two changes left %d entries in the journal", pressed, n)
		director.open(card)
		director.until(fmt.Sprintf("document.querySelector('[name=clock_WA]').value === %q", clock))
	}

	// A statement is sent behind what the card has not saved yet.
	director.fill("[name=speaker]", "Yuki Tan")
	director.fill("[name=body]", "I heard the claim.")
	before := v.journal()
	director.leaves("change and add a statement", `((field) => {
		field.value = "5:00";
		field.dispatchEvent(new Event("change", { bubbles: true }));
		[...document.querySelectorAll("button")].find((b) => b.textContent.trim() === "Add statement").click();
	})(document.querySelector("[name=clock_WA]"))`)
	director.sees(".says li", "I heard the claim.")
	director.until(settled + " && document.querySelector('[name=clock_WA]').value === '5:00'")
	if n := v.journal() - before; n != 2 {
		t.Errorf("a change and a statement left %d entries in the journal", n)
	}
	director.content()
}

// journal is the length of the journal.
func (v *venue) journal() (n int) {
	v.t.Helper()
	return testkit.Stored[int](v.t, v.pool, `select count(*) from journal`)
}
