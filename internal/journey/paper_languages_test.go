package journey_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every kind of paper of the print centre has its words whole and nothing under its foot, in
// every language.
func TestPapersKeepTheirWordsWholeInEveryLanguage(t *testing.T) {
	inBrowser(t)
	chief := newShow(t).official("demo.chief", desktop)
	expect.Must(chromedp.Call(chief.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))(t)
	chief.open("/e/lakeshore-demo/desk/print")
	ctx, cancel := chief.limit()
	defer cancel()
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[struct {
		Papers int
		Broken []string
	}](`(async () => {
		const links = [...document.querySelectorAll("main a[href*='/print/']")].map((a) => a.getAttribute("href"));
		const kinds = new Map(links.map((to) => [to.replace(/round\/\d+/, ""), to])); // the last round of each section
		const papers = [...kinds.values()].filter((to) => /paper=/.test(to) && !/paper=(set|sectionset|badges)/.test(to) && !/u1600/.test(to));
		const broken = [];
		for (const language of ["de", "fr", "es", "cs"]) for (const paper of papers) {
			const answer = await fetch(paper + "&in=" + language);
			document.body.replaceWith(document.adoptNode(new DOMParser().parseFromString(await answer.text(), "text/html").body));
			const words = `+brokenWords+`(document.querySelectorAll(".paper"));
			if (words) broken.push(paper + " in " + language + ": words on two lines: " + words);
			const cut = `+cutOff+`;
			if (cut) broken.push(paper + " in " + language + ": " + cut);
		}
		return {Papers: papers.length, Broken: broken};
	})()`, chromedp.EvalAwaitPromise))
	expect.MustTrue(t, err == nil && seen.Papers > 15, "%d papers, %v", seen.Papers, err)
	for _, words := range seen.Broken {
		t.Error(words)
	}
}
