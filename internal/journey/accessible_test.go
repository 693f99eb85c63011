package journey_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// Every page of the demonstration fits the window and pleases the browser, on
// phones and on desks, and keeps the rules of WCAG 2.2 AA that a machine can check,
// in both themes. Public pages read without sideways scroll on the narrowest phones.
func TestPagesFitAndAreAccessible(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("looks at every page")
	}
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: ", err)
	}
	v := newShow(t)
	windows := []struct {
		width  int64
		themes []string
	}{{desktop, []string{"light", "dark"}}, {phone, []string{"light"}}}
	var chiefs []*person
	for _, w := range windows {
		reader, chief, organizer := v.visitor(w.width), v.official("demo.chief", w.width), v.official("demo.organizer", w.width)
		chiefs = append(chiefs, chief)
		for _, path := range publicPages {
			reader.looksAt(path, w.width)
			reader.tall()
			reader.keepsWCAG(string(axe), path, w.themes)
			reader.size(w.width)
		}
		for _, path := range deskPages {
			chief.looksAt(path, w.width)
			chief.keepsWCAG(string(axe), path, w.themes)
		}
		for _, path := range organizerPages {
			organizer.looksAt(path, w.width)
			organizer.keepsWCAG(string(axe), path, w.themes)
		}
	}
	chiefs[0].drafts()
	for i, w := range windows {
		for _, path := range draftPages {
			chiefs[i].looksAt(path, w.width)
			chiefs[i].keepsWCAG(string(axe), path, w.themes)
		}
	}
	narrow := v.visitor(320)
	for _, path := range publicPages {
		narrow.looksAt(path, 320)
	}
}

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
	everyRule   = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]`
	colourRules = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

const axeRun = `axe.run(document, {runOnly: %s, resultTypes: ["violations"]})
	.then((r) => JSON.stringify(r.violations.map((v) => ({ID: v.id, Help: v.help, Nodes: v.nodes.slice(0, 4).map((n) => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))}))))`

// keepsWCAG checks the page that is open.
func (p *person) keepsWCAG(axe, path string, themes []string) {
	p.t.Helper()
	p.do("bring the checker", chromedp.Evaluate[chromedp.Void](axe+";undefined"))
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

// violations are what the checker finds on the page as it is.
func (p *person) violations(path, rules string) []violation {
	p.t.Helper()
	ctx, cancel := p.limit()
	defer cancel()
	answer, err := chromedp.Run(ctx, chromedp.Evaluate[string](fmt.Sprintf(axeRun, rules), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("check %s: %v", path, err)
	}
	var found []violation
	if err := json.Unmarshal([]byte(answer), &found); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return found
}
