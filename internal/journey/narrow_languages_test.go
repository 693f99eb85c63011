package journey_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// No public page scrolls sideways: not on the narrowest phones in any language, and not
// on others where every word is longer by 40 % or the page is mirrored.
func TestPublicPagesFitPhonesInEveryLanguage(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	ofScreens := func(path string) bool { return strings.Contains(path, "/hall/") } // with a style sheet of their own
	for _, path := range publicPages {
		if ofScreens(path) {
			p.looksAt(path+"?lang=qps-ploc", phone)
		}
	}
	pages := slices.DeleteFunc(slices.Clone(publicPages), ofScreens)
	p.open("/e/lakeshore-demo/open/pairings")
	p.until(settled)
	p.fitInTurn(phone, pages, "qps-ploc", "qps-plocm")
	p.size(narrowest)
	p.fitInTurn(narrowest, pages, "de", "fr", "es", "cs")
}

// put puts a page of the site into the one that is open, without its scripts, and answers
// its language. Loading it would take ten times as long. Without the cookies no language
// is remembered.
const put = `(async (page, language, cookies) => {
	const answer = await fetch(page + (page.includes("?") ? "&" : "?") + "lang=" + language, {credentials: cookies});
	const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
	document.documentElement.lang = shown.documentElement.lang;
	document.documentElement.dir = shown.documentElement.dir;
	document.body.replaceWith(document.adoptNode(shown.body));
	return shown.documentElement.lang;
})`

// brokenWords names the words in parts of a page that stand on two lines, but for those of
// addresses.
const brokenWords = `((parts) => {
	const word = document.createRange(), all = new Set();
	for (const later of document.querySelectorAll(".btn[hidden]")) later.hidden = false; // a script shows it
	for (const part of parts) {
		const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			const within = text.parentElement;
			if (!within.checkVisibility() || within.offsetWidth < 8 || within.closest("code, .vh, details:not([open]) > :not(summary)")) continue;
			for (const found of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
				word.setStart(text, found.index);
				word.setEnd(text, found.index + found[0].length);
				if (new Set([...word.getClientRects()].map((line) => Math.round(line.top))).size > 1) all.add(found[0] + " in " + within.tagName + "." + within.className);
			}
		}
	}
	return [...all].join(", ");
})`

// inTurn puts pages into the one that is open, each in several languages. For each it
// answers how it is wider than the window, with what sticks out furthest, which words
// are broken over two lines but for those of addresses, and what was asked of it.
const inTurn = `(async (cookies, width, pages, languages) => {
	const seen = [];
	for (const language of languages) for (const page of pages) {
		const shown = await ` + put + `(page, language, cookies);
		const by = document.documentElement.scrollWidth - width;
		let wrong = shown.slice(0, 2) === language.slice(0, 2) ? "" : page + " is not in " + language;
		if (by > 0) {
			let worst = "", edge = width;
			for (const e of document.querySelectorAll("body *")) {
				if (e.closest(".scroll-x")) continue;
				const r = e.getBoundingClientRect();
				const out = Math.max(r.right, width - r.left);
				if (out > edge + 1) { edge = out; worst = e.tagName + "." + e.className; }
			}
			wrong += " " + page + " in " + language + " is " + by + " too wide: " + worst;
		}
		// Words made longer for a test may break; those of a language may not.
		const broken = language.length > 2 ? undefined : ` + brokenWords + `([document.body]);
		if (broken) wrong += " " + page + " in " + language + " breaks the words " + broken;
		const hidden = language.length > 2 ? "" : ` + hiddenWords + `;
		if (hidden) wrong += " " + page + " in " + language + " hides the words " + hidden;
		seen.push({Wrong: wrong, Said: %[5]s});
	}
	return seen;
})(%[1]q, %[2]d, %[3]s, %[4]s)`

// fitInTurn checks that public pages do not scroll sideways in languages, in a window of that width.
func (p *person) fitInTurn(width int64, pages []string, languages ...string) {
	p.t.Helper()
	p.fit("omit", width, pages, languages, "''")
}

// fit checks that pages do not scroll sideways. With the cookies "same-origin" they are those of
// an official, in the language of the account. It returns what was asked of each page.
func (p *person) fit(cookies string, width int64, pages, languages []string, asked string) []string {
	p.t.Helper()
	list := func(all []string) string {
		text := expect.Must(json.Marshal(all))(p.t)
		return string(text)
	}
	ctx, cancel := p.limit()
	defer cancel()
	seen, err := chromedp.Run(ctx, chromedp.Evaluate[[]struct{ Wrong, Said string }](fmt.Sprintf(inTurn, cookies, width, list(pages), list(languages), asked), chromedp.EvalAwaitPromise))
	expect.MustTrue(p.t, err == nil && len(seen) == len(pages)*len(languages), "look at %d of %d pages at %d pixels: %v", len(seen), len(pages)*len(languages), width, err)
	said := make([]string, len(seen))
	for i, page := range seen {
		said[i] = page.Said
		expect.Equal(p.t, page.Wrong, "", "at %d pixels", width)
	}
	return said
}
