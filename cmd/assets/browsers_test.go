package main

import (
	"path"
	"regexp"
	"testing"
)

// newer is what the oldest browsers do not know, with the first ones that do. A sheet that says it is
// read without it, a script that says it stops there.
var newer = map[string]map[string]string{
	".css": {
		`light-dark\(`:               "Chrome 123, Safari 17.5: name both colours as tokens.css does",
		`color-mix\(`:                "Chrome 111, Safari 16.2",
		`@media[^{]*\(\d*[^:)]*[<>]`: "Chrome 104, Safari 16.4: windows in cmd/assets writes it anew",
		`@media[^{]*\bnot ?\(`:       "Chrome 104, Safari 16.4: windows in cmd/assets writes it anew",
		`@starting-style|@scope`:     "Chrome 118, Safari 17.4",
		`[;{}]&`:                     "nested rules, Chrome 112, Safari 16.5: esbuild writes them anew",
	},
	".js": {
		`\.to(Sorted|Reversed|Spliced)\(`:  "Chrome 110, Safari 16",
		`(Object|Map)\.groupBy\(`:          "Chrome 117, Safari 17.4",
		`Promise\.(withResolvers|try)\(`:   "Chrome 119, Safari 17.4",
		`AbortSignal\.(timeout|any)\(`:     "Safari 16, 17.4: ask with ?.( first",
		`new FormData\([^,()]+,`:           "the button of a form, Chrome 112, Safari 16.4: entriesOf of elements.js",
		`\(\?<[=!]`:                        "looking behind, Safari 16.4: the whole script is refused",
		`Array\.fromAsync|URL\.canParse\(`: "Chrome 121, Safari 17",
	},
}

// Phones and laptops of 2022 and 2023 show the pages in their colours and run their scripts.
func TestTheOldestBrowsersKnowWhatIsBuilt(t *testing.T) {
	assets := built(t)
	for _, name := range []string{"desk.css", "public.css", "hall.css", "desk.js", "public.js", "hall-screen.js", "embed.js", "sw.js"} {
		text := get(t, assets, assets.Path(name))
		for words, since := range newer[path.Ext(name)] {
			for _, at := range regexp.MustCompile(words).FindAllStringIndex(text, -1) {
				t.Errorf("%s: …%s… is too new for some (%s)", name, text[max(0, at[0]-40):min(len(text), at[1]+20)], since)
			}
		}
	}
}
