package journey_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// brokenOnPaper names the words that stand on two lines of a sheet.
const brokenOnPaper = `(() => {
	const word = document.createRange(), broken = new Set();
	for (const paper of document.querySelectorAll(".paper")) {
		const texts = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			if (!text.parentElement.checkVisibility() || text.parentElement.closest(".vh")) continue;
			for (const found of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
				word.setStart(text, found.index);
				word.setEnd(text, found.index + found[0].length);
				if (new Set([...word.getClientRects()].map((line) => Math.round(line.top))).size > 1) broken.add(found[0]);
			}
		}
	}
	return [...broken].join(", ");
})()`

// Every kind of paper of the print centre has its words whole, in every language.
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
			const words = `+brokenOnPaper+`;
			if (words) broken.push(paper + " in " + language + ": " + words);
		}
		return {Papers: papers.length, Broken: broken};
	})()`, chromedp.EvalAwaitPromise))
	expect.MustTrue(t, err == nil && seen.Papers > 15, "%d papers, %v", seen.Papers, err)
	for _, words := range seen.Broken {
		t.Errorf("words on two lines: %s", words)
	}
}
