package guide_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/guide"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// translated are the chapters that every language has: what a director and a scorekeeper
// need while a round is played, how an appeal is decided, and all of the players' page.
var translated = map[string][]string{
	"players": {
		"find-your-table", "pairings-standings-rules", "your-teams-private-link", "when-something-changes", "share-follow-calendar", "for-a-spreadsheet",
	},
	"directors": {"results", "taking-back", "incidents"},
	"chiefs":    {"appeals"},
}

func shelf(t *testing.T, language string) []guide.Guide {
	t.Helper()
	all, err := guide.NewLibrary(tournament.NameKey).Guides(language)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func languages() []string {
	var codes []string
	for _, w := range text.Languages() {
		codes = append(codes, w.Code())
	}
	return codes
}

var target = regexp.MustCompile(`(?:href|src)="([^"]+)"`)

// TestLinksOfTheGuidesLeadSomewhere follows every link of every guide as it is served.
func TestLinksOfTheGuidesLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, code := range languages() {
		anchors := map[string]bool{"/api": true}
		for _, g := range shelf(t, code) {
			anchors["/guide/"+g.Name] = true
			for _, c := range g.Chapters {
				for _, h := range append([]guide.Heading{c.Heading}, c.Parts...) {
					if anchors["/guide/"+g.Name+"#"+h.ID] {
						t.Errorf("%s: two headings of %s are called %s", code, g.Name, h.ID)
					}
					anchors["/guide/"+g.Name+"#"+h.ID] = true
				}
			}
		}
		found := 0
		for _, g := range shelf(t, code) {
			html := g.Intro
			for _, c := range g.Chapters {
				html += c.HTML
			}
			if strings.Contains(html, "<!-- raw HTML omitted -->") {
				t.Errorf("%s: %s holds HTML of its own, which pages leave out", code, g.Name)
			}
			for _, m := range target.FindAllStringSubmatch(html, -1) {
				found++
				to := m[1]
				if picture, ok := strings.CutPrefix(to, "/guide/img/"); ok {
					if _, err := guide.Picture(picture); err != nil {
						t.Errorf("%s: %s shows %s: %v", code, g.Name, picture, err)
					}
					continue
				}
				if strings.HasPrefix(to, "#") {
					to = "/guide/" + g.Name + to
				}
				if !strings.HasPrefix(to, "https://") && !anchors[to] {
					t.Errorf("%s: %s links to %s, which the program does not serve", code, g.Name, to)
				}
			}
		}
		if found < 5 {
			t.Errorf("%s: only %d links were found", code, found)
		}
	}
}

// TestGuidesAreThereInEveryLanguage holds every language to its chapters, and their
// headings to those of the English ones: help links to the anchors.
func TestGuidesAreThereInEveryLanguage(t *testing.T) {
	t.Parallel()
	english := shelf(t, guide.English)
	for _, code := range languages() {
		for i, g := range shelf(t, code) {
			if len(g.Chapters) == 0 || g.Title == "" {
				t.Fatalf("%s: the guide %s is empty", code, g.Name)
			}
			for k, c := range g.Chapters {
				wanted := code != guide.English && slices.Contains(translated[g.Name], c.ID)
				if own := c.Language == code; code != guide.English && own != wanted {
					t.Errorf("%s: chapter %s of %s stands in %s", code, c.ID, g.Name, c.Language)
				}
				if c.HTML == "" || code != guide.English && wanted && c.HTML == english[i].Chapters[k].HTML {
					t.Errorf("%s: chapter %s of %s says nothing of its own", code, c.ID, g.Name)
				}
				if !slices.EqualFunc(c.Parts, english[i].Chapters[k].Parts, func(a, b guide.Heading) bool { return a.ID == b.ID }) {
					t.Errorf("%s: chapter %s of %s has other headings than in English", code, c.ID, g.Name)
				}
			}
		}
	}
	for name, chapters := range translated {
		at := slices.IndexFunc(english, func(g guide.Guide) bool { return g.Name == name })
		for _, id := range chapters {
			if at < 0 || !slices.ContainsFunc(english[at].Chapters, func(c guide.Chapter) bool { return c.ID == id }) {
				t.Errorf("the guide %s has no chapter %s", name, id)
			}
		}
	}
}

func TestSearchFindsChapters(t *testing.T) {
	t.Parallel()
	l := guide.NewLibrary(tournament.NameKey)
	find := func(language, query string) []guide.Hit {
		hits, err := l.Search(language, query)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	hits := find("en", "  DEPOSIT kept")
	if len(hits) != 1 || hits[0].Guide != "chiefs" || hits[0].Chapter.ID != "appeals" {
		t.Fatalf("both words stand in the chapter about appeals alone, found %+v", hits)
	}
	var marked []string
	for _, r := range hits[0].Snippet {
		if r.Marked {
			marked = append(marked, r.Text)
		}
	}
	if !slices.Contains(marked, "deposit,") || !slices.Contains(marked, "kept") {
		t.Errorf("marked are %q", marked)
	}
	if hits = find("en", "appeal"); len(hits) < 3 || hits[0].Chapter.ID != "results-under-appeal" && hits[0].Chapter.ID != "appeals" {
		t.Errorf("chapters with the word in their title come first, found %+v", hits)
	}
	if hits = find("en", "zwischenzug"); len(hits) != 0 {
		t.Errorf("nothing holds the word, found %+v", hits)
	}
	if hits = find("en", "… !"); len(hits) != 0 {
		t.Errorf("signs are no words, found %+v", hits)
	}
	if hits = find("en", "a"); len(hits) > 20 {
		t.Errorf("%d hits for one letter", len(hits))
	}
	for _, h := range hits {
		words := 0
		for _, r := range h.Snippet {
			words += len(strings.Fields(r.Text))
		}
		if words > 45 {
			t.Errorf("a snippet of %d words", words)
		}
	}
}
