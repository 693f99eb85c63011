package journey_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every page of the demonstration fits the window and pleases the browser, on desks and
// turned to the size of a phone, and keeps the rules of WCAG 2.2 AA and of good practice
// that a machine can check. Public pages read without sideways scroll on the narrowest
// phones, and all of them at twice the size of text.
func TestPagesFitAndAreAccessible(t *testing.T) {
	inBrowser(t)
	newShow(t).inParts(t, func(v *venue, w walk) {
		p := v.walker(w, desktop)
		for _, path := range w.pages {
			p.looksAt(path, desktop)
			w.keepsWCAG(p, path, "light")
			p.size(phone)
			p.pleases(path, phone)
			w.fitsNarrowest(p, path)
			p.size(desktop)
			if slices.Contains(readLarge, path) {
				p.readsLarge(path) // last: it leaves the text as large
			}
		}
	})
}

// TestSoakPagesOnPhonesAndInTheDark holds the same pages to the same rules where they are opened
// on a phone, and to those about colours in the dark.
func TestSoakPagesOnPhonesAndInTheDark(t *testing.T) {
	atLength(t)
	newShow(t).inParts(t, func(v *venue, w walk) {
		p := v.walker(w, phone)
		for _, path := range w.pages {
			p.looksAt(path, phone)
			w.keepsWCAG(p, path, "light")
			w.fitsNarrowest(p, path)
			p.size(phone)
		}
		p = v.walker(w, desktop)
		for _, path := range w.pages {
			p.open(path)
			w.keepsWCAG(p, path, "dark")
			p.size(desktop)
		}
	})
}

// walk is a round of somebody through pages; without a login it is a reader.
type walk struct {
	name, login string
	pages       []string
}

func (w walk) public() bool { return w.login == "" }

// keepsWCAG checks the page that is open, a public one in a window that shows it whole: what lies
// under its bar would not be looked at.
func (w walk) keepsWCAG(p *person, path, theme string) {
	p.t.Helper()
	if w.public() {
		p.tall()
	}
	p.keepsWCAG(path, theme)
}

// fitsNarrowest turns a public page to the size of the narrowest phones.
func (w walk) fitsNarrowest(p *person, path string) {
	p.t.Helper()
	if w.public() {
		p.size(narrowest)
		p.noWider(path, narrowest)
	}
}

// walker opens a window for a walk.
func (v *venue) walker(w walk, width int64) *person {
	if w.public() {
		return v.visitor(width)
	}
	return v.official(w.login, width)
}

// inParts has all pages of the demonstration walked through by several people at once, those
// that need drafts once these are made.
func (v *venue) inParts(t *testing.T, looks func(*venue, walk)) {
	half := len(deskPages) / 2
	walks := func(name string, all ...walk) {
		t.Run(name, func(t *testing.T) {
			for _, w := range all {
				t.Run(w.name, func(t *testing.T) {
					t.Parallel()
					looks(v.in(t), w)
				})
			}
		})
	}
	walks("pages", walk{"desk", "demo.chief", deskPages[:half]}, walk{"more of the desk", "demo.chief", deskPages[half:]},
		walk{"public", "", publicPages}, walk{"organizer", "demo.organizer", organizerPages})
	v.official("demo.chief", desktop).drafts()
	walks("drafts", walk{"drafts", "demo.chief", draftPages})
}

// narrowest is the width of the narrowest phones.
const narrowest = 320

// tall makes the window show the page whole: what lies under the bar at its end
// comes out by scrolling and is no obstacle.
func (p *person) tall() {
	p.t.Helper()
	p.do("make the window tall", chromedp.EmulateViewport(p.width, 6000, p.kind...))
}

// violation is what axe says against a page.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// What a theme changes are the colours: in the dark only they are looked at.
var rulesOf = map[string]string{
	"light": `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`,
	"dark":  `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`,
}

// Nothing is preloaded: that is for rules about style sheets and recordings, of which
// the first are not among these and the second are not on these pages.
const axeRun = `axe.run(document, {runOnly: %s, resultTypes: ["violations"], preload: false})
	.then((r) => JSON.stringify(r.violations.map((v) => ({ID: v.id, Help: v.help, Nodes: v.nodes.slice(0, 4).map((n) => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))}))))`

// keepsWCAG checks the page that is open.
func (p *person) keepsWCAG(path string, themes ...string) {
	p.t.Helper()
	if !p.checked {
		p.brings(expect.Must(checker())(p.t))
		p.checked = true
	}
	for _, theme := range themes {
		p.ask("document.documentElement.dataset.theme = " + quote(theme))
		for _, f := range p.violations(path, rulesOf[theme]) {
			for _, n := range f.Nodes {
				p.t.Errorf("%s, %s: %s (%s)\n%s\n%s", path, theme, f.Help, f.ID, n.HTML, n.FailureSummary)
			}
		}
	}
}

// checker is the program that knows the rules.
var checker = sync.OnceValues(func() (string, error) {
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		return "", fmt.Errorf("%w; make assets fetches it", err)
	}
	return string(axe), nil
})

// brings runs a script on the page that is open and on all that this window opens later.
func (p *person) brings(script string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script, RunImmediately: new(true)})
	expect.MustTrue(p.t, err == nil, "bring a script: %v", err)
}

// violations are what the checker finds on the page as it is.
func (p *person) violations(path, rules string) []violation {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	answer, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(axeRun, rules), chromedp.EvalAwaitPromise))
	expect.MustTrue(p.t, err == nil, "check %s: %v", path, err)
	var found []violation
	if err := json.Unmarshal([]byte(answer), &found); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return found
}
