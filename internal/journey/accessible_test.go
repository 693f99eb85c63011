package journey_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// Every page of the demonstration keeps the rules of WCAG 2.2 AA that a machine
// can check, in both themes, and reads without sideways scroll on the narrowest
// phones.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("looks at every page")
	}
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed: ", err)
	}
	v := newVenue(t)
	v.demonstration()
	var chiefs []*person
	windows := []struct {
		width  int64
		themes []string
	}{{desktop, []string{"light", "dark"}}, {phone, []string{"light"}}}
	for _, w := range windows {
		reader, chief, organizer := v.visitor(w.width), v.official("demo.chief", w.width), v.official("demo.organizer", w.width)
		chiefs = append(chiefs, chief)
		// A tall window shows a page whole: what lies under the bar at its end
		// comes out by scrolling and is no obstacle.
		reader.do("make the window tall", chromedp.EmulateViewport(w.width, 6000))
		for _, path := range publicPages {
			reader.keepsWCAG(string(axe), path, w.themes)
		}
		for _, path := range deskPages {
			chief.keepsWCAG(string(axe), path, w.themes)
		}
		for _, path := range organizerPages {
			organizer.keepsWCAG(string(axe), path, w.themes)
		}
	}
	chiefs[0].drafts()
	for i, w := range windows {
		for _, path := range draftPages {
			chiefs[i].keepsWCAG(string(axe), path, w.themes)
		}
	}
	narrow := v.visitor(320)
	for _, path := range publicPages {
		narrow.looksAt(path, 320)
	}
}

// violation is what axe says against a page.
type violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

const axeRun = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], resultTypes: ["violations"]})
	.then((r) => JSON.stringify(r.violations.map((v) => ({ID: v.id, Help: v.help, Nodes: v.nodes.slice(0, 4).map((n) => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))}))))`

func (p *person) keepsWCAG(axe, path string, themes []string) {
	p.t.Helper()
	p.open(path)
	p.do("bring the checker", chromedp.Evaluate[chromedp.Void](axe+";undefined"))
	for _, theme := range themes {
		p.ask("document.documentElement.dataset.theme = " + quote(theme))
		for _, f := range p.violations(path) {
			for _, n := range f.Nodes {
				p.t.Errorf("%s, %s: %s (%s)\n%s\n%s", path, theme, f.Help, f.ID, n.HTML, n.FailureSummary)
			}
		}
	}
}

// violations are what the checker finds on the page as it is.
func (p *person) violations(path string) []violation {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	answer, err := chromedp.Run(ctx, chromedp.Evaluate[string](axeRun, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("check %s: %v", path, err)
	}
	var found []violation
	if err := json.Unmarshal([]byte(answer), &found); err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	return found
}
