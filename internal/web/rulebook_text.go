package web

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// mostRulebookText is how much of a rulebook's text is read, in bytes; the longest of the
// five has 8,000.
const mostRulebookText = 1 << 20

// rulebookTexts are the rulebooks' own words, as far as whoever keeps this machine has put
// them into its folder: a plain text file for each, such as USCF-R.txt. They belong to
// others; they are shown to officials, stand in no backup, and leave the machine with none.
type rulebookTexts struct {
	mu   sync.Mutex
	read map[rulebook.Name]readText
}

type readText struct {
	changed  time.Time
	size     int64
	passages rulebook.Passages
}

func rulebookFile(name rulebook.Name) string { return string(name) + ".txt" }

// passages are the articles of a rulebook in its own words; ok is false where the folder
// has no text of it. A file that was changed is read again.
func (t *rulebookTexts) passages(dir string, name rulebook.Name) (p rulebook.Passages, ok bool, err error) {
	if dir == "" {
		return p, false, nil
	}
	path := filepath.Join(dir, rulebookFile(name))
	about, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, false, nil
	}
	if err != nil {
		return p, false, fmt.Errorf("look for the text of %s: %w", name, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.read[name]; ok && known.changed.Equal(about.ModTime()) && known.size == about.Size() {
		return known.passages, true, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return p, false, fmt.Errorf("open the text of %s: %w", name, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostRulebookText))
	if err != nil {
		return p, false, fmt.Errorf("read the text of %s: %w", name, err)
	}
	p = rulebook.FindPassages(name, strings.ToValidUTF8(string(text), "\uFFFD"))
	if t.read == nil {
		t.read = map[rulebook.Name]readText{}
	}
	t.read[name] = readText{about.ModTime(), about.Size(), p}
	return p, true, nil
}

// passagesOf is passages for a page: a folder that cannot be read is logged, and the page
// goes without.
func (s *Server) passagesOf(name rulebook.Name) (rulebook.Passages, bool) {
	p, ok, err := s.texts.passages(s.RulebookTexts, name)
	if err != nil {
		s.Log.Error("a rulebook's text cannot be read", "error", err)
	}
	return p, ok
}

// articlesOf tells the articles a proposal rests on in short, each with its passage where
// the rulebook's text is on this machine.
func (s *Server) articlesOf(f dispute.File, r ruling.Ruling) []pages.Article {
	book, err := f.Section.Rules()
	if err != nil {
		return nil // the rulebook of a section was checked when it was set up
	}
	passages, has := s.passagesOf(book.Name())
	var list []pages.Article
	for _, id := range r.Articles {
		article, ok := book.Article(strings.TrimPrefix(id, string(book.Name())+" "))
		if !ok {
			continue
		}
		line := pages.Article{Name: id, Text: article.Summary, To: "/rules#art-" + article.ID, Passage: passages.Of[article.ID]}
		line.Missing = has && line.Passage == ""
		list = append(list, line)
	}
	return list
}

// rulebookTextWords says what of a rulebook's own text is on this machine, and how to put
// it there.
func (s *Server) rulebookTextWords(name rulebook.Name) string {
	if s.RulebookTexts == "" {
		return ""
	}
	p, ok := s.passagesOf(name)
	switch {
	case !ok:
		return fmt.Sprintf("The text of %s is not on this server. Put it as plain text, named %s, into the server’s folder of rulebooks (TANDEM_RULEBOOKS), and officials read the passage beside each article.",
			name, rulebookFile(name))
	case len(p.Missing) == 0:
		return fmt.Sprintf("The text of %s is on this server: all %d articles were found in it.", name, len(p.Of))
	}
	return fmt.Sprintf("The text of %s is on this server: %d articles were found in it, %d not: %s. Each begins with a line that starts with its number.",
		name, len(p.Of), len(p.Missing), strings.Join(p.Missing, ", "))
}
