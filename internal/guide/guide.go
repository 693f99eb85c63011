// Package guide reads the guides of the documentation for the pages that the program
// serves: chapters as HTML with the anchors that help links to, pictures, and a search
// over the words. A chapter that there is in the reader's language stands in it; the
// others are English. It must know nothing of events and requests.
package guide

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/tandemchess/tandem/docs"
)

// Names are the guides in the order in which they are offered; the file of each is
// NAME.md, its address /guide/NAME.
var Names = []string{"players", "directors", "chiefs", "tie-breaks", "operators"}

// English is the language that has every chapter.
const English = "en"

// Heading is a title with the anchor that leads to it.
type Heading struct{ ID, Title string }

// Chapter is what stands under a heading of the second level.
type Chapter struct {
	Heading
	Language string
	HTML     string    // without its heading
	Parts    []Heading // the headings in it

	blocks []block // of its text, for the search
}

// Guide is one guide as somebody reads it.
type Guide struct {
	Name, Title string
	Language    string // of the title and of the intro
	Intro       string // HTML before the first chapter
	Chapters    []Chapter
}

// InLanguage reports whether every chapter stands in one language.
func (g Guide) InLanguage(code string) bool {
	return !slices.ContainsFunc(g.Chapters, func(c Chapter) bool { return c.Language != code })
}

// Library holds the guides of every language that was asked for. Its fold makes words
// comparable: small letters without accents.
type Library struct {
	fold func(string) string

	mu   sync.Mutex
	read map[string][]Guide
}

// NewLibrary holds the guides of this program.
func NewLibrary(fold func(string) string) *Library {
	return &Library{fold: fold, read: map[string][]Guide{}}
}

// Guides are all guides for readers of a language. They are part of the program, so one
// that cannot be read is a mistake of its makers and found by the first test.
func (l *Library) Guides(language string) ([]Guide, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.read[language]; ok {
		return known, nil
	}
	folder := "."
	if language != English {
		folder = language
	}
	if _, err := fs.Stat(docs.Guides, folder); err != nil {
		folder = "."
	}
	var all []Guide
	for _, name := range Names {
		g, err := l.guide(folder, language, name)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	if folder != "." || language == English { // there are as many as languages
		l.read[language] = all
	}
	return all, nil
}

// guide is one guide, its chapters in the language where there are such.
func (l *Library) guide(folder, language, name string) (Guide, error) {
	g, err := l.parse(name+".md", English)
	if err != nil || folder == "." {
		return g, err
	}
	file := path.Join(folder, name+".md")
	if _, err := fs.Stat(docs.Guides, file); err != nil {
		return g, nil // nothing of this guide is translated
	}
	own, err := l.parse(file, language)
	if err != nil {
		return Guide{}, err
	}
	g.Title, g.Intro, g.Language = own.Title, own.Intro, language
	for i, c := range g.Chapters {
		at := slices.IndexFunc(own.Chapters, func(o Chapter) bool { return o.ID == c.ID })
		if at >= 0 {
			g.Chapters[i] = own.Chapters[at]
		}
	}
	return g, nil
}

// Picture is a picture of the guides by its file name.
func Picture(name string) ([]byte, error) {
	if path.Base(name) != name || path.Ext(name) != ".png" {
		return nil, fmt.Errorf("read the picture %q: %w", name, fs.ErrNotExist)
	}
	return docs.Guides.ReadFile("img/" + name)
}

// addressOf is where the program serves what a guide links to; false for what lies in the
// source alone, and is named then, but not linked.
func addressOf(file, to string) (string, bool) {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "#") {
		return to, true
	}
	target, anchor, found := strings.Cut(to, "#")
	target = path.Base(target)
	if target == "openapi.yaml" {
		return "/api", true
	}
	name, page := strings.CutSuffix(target, ".md")
	if !page || !slices.Contains(Names, name) {
		return "", false
	}
	if found {
		anchor = "#" + anchor
	}
	if path.Base(file) == target && found {
		return anchor, true
	}
	return "/guide/" + name + anchor, true
}
