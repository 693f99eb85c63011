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

// Every page of the demonstration fits the window and pleases the browser, on
// phones and on desks, and keeps the rules of WCAG 2.2 AA and of good practice that a
// machine can check, in both themes. Public pages read without sideways scroll on the
// narrowest phones, and all of them at twice the size of text.
func TestPagesFitAndAreAccessible(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	half := len(deskPages) / 2
	walks := func(t *testing.T, all ...walk) {
		for _, w := range all {
			for width, themes := range map[int64][]string{desktop: {"light", "dark"}, phone: {"light"}} {
				t.Run(fmt.Sprintf("%s at %d", w.name, width), func(t *testing.T) {
					t.Parallel()
					v.in(t).walks(w, width, themes)
				})
			}
		}
	}
	t.Run("pages", func(t *testing.T) {
		walks(t, walk{"desk", "demo.chief", deskPages[:half]}, walk{"more of the desk", "demo.chief", deskPages[half:]},
			walk{"public", "", publicPages}, walk{"organizer", "demo.organizer", organizerPages})
	})
	v.official("demo.chief", desktop).drafts()
	t.Run("drafts", func(t *testing.T) { walks(t, walk{"drafts", "demo.chief", draftPages}) })
}

// walk is a round of somebody through pages; without a login it is a reader.
type walk struct {
	name, login string
	pages       []string
}

func (v *venue) walks(w walk, width int64, themes []string) {
	v.t.Helper()
	public := w.login == ""
	p := v.visitor(width)
	if !public {
		p = v.official(w.login, width)
	}
	for _, path := range w.pages {
		p.looksAt(path, width)
		if public {
			p.tall()
		}
		p.keepsWCAG(path, themes...)
		if public {
			p.size(width)
		}
		switch {
		case width == phone && public:
			p.size(narrowest)
			p.noWider(path, narrowest)
			p.size(width)
		case width == desktop && slices.Contains(readLarge, path):
			p.readsLarge(path)
		}
	}
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

// What a theme changes are the colours: in a second one only they are looked at.
const (
	everyRule   = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

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
	rules := everyRule
	for _, theme := range themes {
		p.ask("document.documentElement.dataset.theme = " + quote(theme))
		for _, f := range p.violations(path, rules) {
			for _, n := range f.Nodes {
				p.t.Errorf("%s, %s: %s (%s)\n%s\n%s", path, theme, f.Help, f.ID, n.HTML, n.FailureSummary)
			}
		}
		rules = colourRules
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
