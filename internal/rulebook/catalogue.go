package rulebook

import (
	"slices"
	"strings"
)

// Article is one article of a rulebook in our own words.
type Article struct {
	Book    Name
	ID      string // "15.V"; pages anchor it as art-15.V
	Topic   Topic
	Title   string
	Summary string
	Decides []Setting // the settings that rest on it
}

// Cite is the article as rulings cite it: "USCF-R 15.V".
func (a Article) Cite() string { return string(a.Book) + " " + a.ID }

// article is a catalogue line before it is joined with the settings.
type article struct {
	id      string
	topic   Topic
	title   string
	summary string
}

// Articles lists the book's articles in the order of its text.
func (b *Rulebook) Articles() []Article { return catalogue[b.name] }

// Article finds an article by number.
func (b *Rulebook) Article(id string) (Article, bool) {
	for _, a := range catalogue[b.name] {
		if a.ID == id {
			return a, true
		}
	}
	return Article{}, false
}

var catalogue = func() map[Name][]Article {
	texts := map[Name][]article{TR3: articlesTR3, FIDEX: articlesFIDEX, JARED: articlesJARED}
	for _, a := range articlesUSCF {
		if a.release != "" {
			texts[USCFR] = append(texts[USCFR], article{a.release, a.topic, a.title, a.summaryFor(USCFR)})
		}
		if a.clock != "" {
			texts[USCFC] = append(texts[USCFC], article{a.clock, a.topic, a.title, a.summaryFor(USCFC)})
		}
	}
	out := make(map[Name][]Article)
	for name, list := range texts {
		for _, a := range list {
			full := Article{Book: name, ID: a.id, Topic: a.topic, Title: a.title, Summary: a.summary}
			for _, c := range presets[name].cells {
				if slices.Contains(c.Articles, a.id) {
					full.Decides = append(full.Decides, c.Setting)
				}
			}
			out[name] = append(out[name], full)
		}
	}
	return out
}()

// Hit is an article or a setting that matches a search.
type Hit struct {
	Article *Article // nil for a setting without an article
	Setting Setting  // valid if Article is nil
}

// Search finds the articles and settings that contain every word of the query,
// in titles, summaries, questions and answers. read is what a reader may have in
// mind for a sentence, in the reader's language and spelled as the query is:
// strings.ToLower reads English.
func (b *Rulebook) Search(query string, read func(sentence string) string) []Hit {
	words := strings.Fields(query)
	if len(words) == 0 {
		return nil
	}
	matches := func(sentences ...string) bool {
		var text strings.Builder
		for _, s := range sentences {
			text.WriteString(read(s) + " ")
		}
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text.String(), w) })
	}
	var hits []Hit
	for i, a := range catalogue[b.name] {
		sentences := []string{a.Cite(), a.Title, a.Summary}
		for _, s := range a.Decides {
			sentences = append(sentences, s.String(), s.Question())
		}
		if matches(sentences...) {
			hits = append(hits, Hit{Article: &catalogue[b.name][i]})
		}
	}
	for _, c := range b.cells {
		sentences := append(slices.Concat(c.Setting.Phrases(c.Value)...), c.Setting.Question(), c.Setting.String())
		if len(c.Articles) == 0 && matches(sentences...) {
			hits = append(hits, Hit{Setting: c.Setting})
		}
	}
	return hits
}

// Line is one setting across rulebooks, for the comparison page.
type Line struct {
	Setting Setting
	Cells   []Cell // in the order of the books asked for
	Differs bool
}

// Compare sets books side by side, one line per setting in table order.
func Compare(books ...*Rulebook) []Line {
	lines := make([]Line, 0, SettingCount)
	for _, s := range Settings() {
		l := Line{Setting: s}
		for _, b := range books {
			c := b.Cell(s)
			l.Differs = l.Differs || len(l.Cells) > 0 && l.Cells[0].Value != c.Value
			l.Cells = append(l.Cells, c)
		}
		lines = append(lines, l)
	}
	return lines
}
