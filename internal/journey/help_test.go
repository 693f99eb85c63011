package journey_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
)

// helped are pages with keys of their own: who has them open, and how many keys the help
// names at least.
var helped = []struct {
	login, path string
	keys        int
}{
	{"demo.director", "/desk/open/round/3/wall?table=7", 15},
	{"demo.director", "/desk/open/round/3/verify", 5},
	{"demo.desk", "/desk/u1600/round/3/verify?mode=rekey", 4},
	{"demo.chief", "/desk/open/round/4/pair", 9},
	{"demo.director", "/desk/open/round/3/table/1/match/1", 6},
	{"demo.chief", "/desk/open/teams", 2},
	{"demo.director", "/desk/incidents/2/ruling", 4},
	{"demo.section", "/desk/appeals/1", 5},
	{"demo.director", "/desk/incidents/2", 10},
	{"demo.chief", "/desk/open/pace", 2},
}

// shownKeys are the keys that the open help names, by their part of the page.
const shownKeys = `JSON.stringify([...document.querySelectorAll("[data-help] [data-key-group]:not([hidden])")].flatMap((group) =>
	[...group.querySelectorAll("li:not([hidden])")].flatMap((line) => [...line.querySelectorAll("kbd")].map((cap) => ({ Part: group.querySelector("h3").textContent, Cap: cap.textContent })))))`

// focusOf is what has the focus where the keys of a part act.
var focusOf = map[string]string{
	"On the wall": ".tile", "In the entry": "[data-entry-form] input:not([type=hidden])", "On the result with the frame": "[data-waiting]", "On a team of the draft": "[data-cell]",
	"On the match": "[data-live-match]", "In the decision": "form[data-decide] input[type=radio]", "On a board of the card": "[role=application]",
}

// strike sends a key to what has the focus, and tells whether the page or the browser does
// something at it.
const strike = `(() => {
	const cap = %s, at = %s ? [...document.querySelectorAll(%[2]s)].at(cap === "↑" ? -1 : 0) : document.body;
	at.focus?.();
	navigation.addEventListener("navigate", (e) => e.cancelable && e.preventDefault()); // nothing is done:
	window.fetch = () => new Promise(() => {}); // the next key finds the page as it was
	const names = { "↑": "ArrowUp", "↓": "ArrowDown", "←": "ArrowLeft", "→": "ArrowRight", "Esc": "Escape", "Del": "Delete", "space": " " };
	const key = cap.replace("Ctrl+", "");
	const event = new KeyboardEvent("keydown", { key: names[key] ?? key, ctrlKey: cap.startsWith("Ctrl+"), bubbles: true, cancelable: true });
	at.dispatchEvent(event);
	const native = ["Enter", " "].includes(event.key) && at.matches("a[href], button, input[type=checkbox]");
	return event.defaultPrevented || native;
})()`

// TestHelpNamesTheKeysThatWork opens the help of every page with keys, and strikes each key
// that it names: one that does nothing fails.
func TestHelpNamesTheKeysThatWork(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	v.official("demo.chief", desktop).drafts()
	people := map[string]*person{}
	for _, page := range helped {
		p := people[page.login]
		if p == nil {
			p = v.official(page.login, desktop).keepsNothing()
			people[page.login] = p
		}
		at := "/e/" + demo.Slug + page.path
		p.open(at)
		p.click("[data-help-open]")
		p.until("document.querySelector('[data-help]').open && document.querySelector('[data-help]').contains(document.activeElement)")
		if lines := p.ask("document.querySelectorAll('.help-lines li').length"); lines != "5" {
			t.Errorf("%s: the help has %s lines", page.path, lines)
		}
		var keys []struct{ Part, Cap string }
		if err := json.Unmarshal([]byte(p.ask(shownKeys)), &keys); err != nil {
			t.Fatal(err)
		}
		if len(keys) < page.keys {
			t.Errorf("%s: the help names %v", page.path, keys)
		}
		p.press("\x1b")
		p.until("!document.querySelector('[data-help]').open && !document.querySelector('[data-help]').contains(document.activeElement)")
		for _, key := range keys {
			if key.Cap == "–" || strings.HasPrefix(page.path, "/desk/incidents/2") && key.Part == "On every page" {
				continue
			}
			p.open(at)
			p.settles()
			if did := p.ask(fmt.Sprintf(strike, quote(key.Cap), quote(focusOf[key.Part]))); did != "true" {
				t.Errorf("%s, %s: the key %s does nothing", page.path, key.Part, key.Cap)
			}
		}
	}
	for _, p := range people {
		p.content()
	}
}

// TestHelpByKeyAndWithoutScript opens the help by its key, also from the wall's box for a
// number, leaves keys alone meanwhile, and reads the same lines where no script runs.
func TestHelpByKeyAndWithoutScript(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	desk := v.official("demo.desk", desktop)
	desk.open("/e/" + demo.Slug + "/desk/open/round/3/wall")
	desk.until("document.activeElement?.name === 'table'")
	desk.press("?")
	desk.until("document.querySelector('[data-help]').open")
	desk.press("12\r")
	if open := desk.ask("document.querySelector('[data-entry-form]') === null"); open != "true" {
		t.Error("a table opened behind the help")
	}
	desk.open("/e/" + demo.Slug + "/desk/open")
	desk.press("?")
	desk.sees("[data-help][open] h2", "The section")
	desk.press("\x1b")
	desk.until("!document.querySelector('[data-help]').open")
	desk.focus("[data-help-open]")
	desk.press("\r")
	desk.sees("[data-help][open] h2", "The section")
	desk.press("\x1b")
	desk.until("!document.querySelector('[data-help]').open && document.activeElement.matches('[data-help-open]')")
	lines := strings.Split(desk.ask("[...document.querySelectorAll('.help-lines li')].map((line) => line.textContent).join('\\n')"), "\n")
	pages := desk.ask("document.querySelector('[data-help-open]').getAttribute('href')")

	desk.open(pages)
	for _, line := range lines {
		desk.sees("#section", line)
	}
	guide := desk.ask("document.querySelector('#section a.btn').getAttribute('href')")
	desk.open(guide)
	desk.sees("h2#the-section-and-the-floor", "The section and the floor")

	desk.open("/guide")
	desk.fill("main [name=q]", "deposit")
	desk.click("main form button")
	desk.sees(".guide-hits mark", "deposit")
	desk.click(".guide-hits a")
	desk.sees("h2#appeals", "Appeals")
	desk.content()

	small := v.official("demo.chief", phone)
	for _, path := range []string{"/e/" + demo.Slug + "/desk/open", "/guide", "/guide/directors", "/guide/operators", "/guide/pages", "/guide?q=appeal"} {
		small.looksAt(path, phone)
	}
	small.open("/e/" + demo.Slug + "/desk/open/round/3/wall")
	small.click("[data-help-open]")
	small.until("document.querySelector('[data-help]').open")
	if wide := small.ask("document.querySelector('[data-help]').scrollWidth > document.querySelector('[data-help]').clientWidth"); wide != "false" {
		t.Error("the help is wider than a phone")
	}
	if !slices.Contains(lines, "It says how far the round is and what comes next.") {
		t.Errorf("the section says of itself %q", lines)
	}
}
