package guide

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// The search answers with little, whatever is asked.
const (
	mostHits    = 20
	mostWords   = 8
	longSnippet = 40 // words
	leadIn      = 8  // words before the first one that was found
)

// block is a paragraph, an item or a row: its words as they are read and as they are
// compared.
type block struct{ shown, folded []string }

// Run is a piece of text, marked where it is what was searched for.
type Run struct {
	Text   string
	Marked bool
}

// Hit is a chapter in which all words were found.
type Hit struct {
	Guide, GuideTitle string
	Chapter           Heading
	Language          string
	Snippet           []Run
}

// blocks are the blocks of text in a node.
func (l *Library) blocks(n ast.Node, source []byte) []block {
	switch n.(type) {
	case *ast.List, *tables.Table:
		var all []block
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if cells := c.FirstChild(); n.Kind() == tables.KindTable && cells != nil {
				var row []string
				for ; cells != nil; cells = cells.NextSibling() {
					row = append(row, words(cells, source))
				}
				all = append(all, l.block(strings.Join(row, " · ")))
				continue
			}
			all = append(all, l.block(words(c, source)))
		}
		return all
	}
	return []block{l.block(words(n, source))}
}

func (l *Library) block(s string) block {
	b := block{shown: strings.Fields(s)}
	for _, word := range b.shown {
		b.folded = append(b.folded, l.folded(word))
	}
	return b
}

// folded is a word as it is compared, without what stands around it.
func (l *Library) folded(word string) string {
	return l.fold(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// Chapter makes a chapter of texts that stand elsewhere than in docs, for the search.
func (l *Library) Chapter(heading Heading, language string, texts []string) Chapter {
	c := Chapter{Heading: heading, Language: language}
	for _, text := range texts {
		c.blocks = append(c.blocks, l.block(text))
	}
	return c
}

// Search finds the chapters that hold all words of a query, those with them in the title
// first, in the guides and in more of them. A word is found where one begins with it.
func (l *Library) Search(language, query string, more ...Guide) ([]Hit, error) {
	shelf, err := l.Guides(language)
	if err != nil {
		return nil, err
	}
	var wanted []string
	for _, word := range strings.Fields(query) {
		if w := l.folded(word); w != "" && !slices.Contains(wanted, w) && len(wanted) < mostWords {
			wanted = append(wanted, w)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	type ranked struct {
		Hit
		titles int
	}
	var found []ranked
	for _, g := range slices.Concat(shelf, more) {
		for _, c := range g.Chapters {
			title := l.block(c.Title)
			if slices.ContainsFunc(wanted, func(w string) bool {
				return !title.has(w) && !slices.ContainsFunc(c.blocks, func(b block) bool { return b.has(w) })
			}) {
				continue
			}
			found = append(found, ranked{Hit{Guide: g.Name, GuideTitle: g.Title, Chapter: c.Heading, Language: c.Language, Snippet: snippet(c.blocks, wanted)}, title.count(wanted)})
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return cmp.Compare(b.titles, a.titles) })
	var hits []Hit
	for _, f := range found[:min(len(found), mostHits)] {
		hits = append(hits, f.Hit)
	}
	return hits, nil
}

func (b block) has(word string) bool {
	return slices.ContainsFunc(b.folded, func(w string) bool { return strings.HasPrefix(w, word) })
}

// count is how many of the words the block has.
func (b block) count(wanted []string) int {
	n := 0
	for _, w := range wanted {
		if b.has(w) {
			n++
		}
	}
	return n
}

// snippet is the block with most of the words, from shortly before the first of them.
func snippet(blocks []block, wanted []string) []Run {
	if len(blocks) == 0 {
		return nil
	}
	best := slices.MaxFunc(blocks, func(a, b block) int { return cmp.Compare(a.count(wanted), b.count(wanted)) })
	marked := func(i int) bool {
		return slices.ContainsFunc(wanted, func(w string) bool { return strings.HasPrefix(best.folded[i], w) })
	}
	from := 0
	for i := range best.shown {
		if marked(i) {
			from = max(0, i-leadIn)
			break
		}
	}
	to := min(len(best.shown), from+longSnippet)
	var runs []Run
	add := func(s string, mark bool) {
		if n := len(runs); n > 0 && runs[n-1].Marked == mark {
			runs[n-1].Text += " " + s
			return
		}
		runs = append(runs, Run{s, mark})
	}
	if from > 0 {
		add("…", false)
	}
	for i := from; i < to; i++ {
		add(best.shown[i], marked(i))
	}
	if to < len(best.shown) {
		add("…", false)
	}
	return runs
}
