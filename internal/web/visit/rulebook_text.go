package visit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/plaintext"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/dispute"
)

// RulebookTexts remembers what was found in the rulebooks' own words: those that an
// organizer put in for an event, and those in a folder of this machine, a plain text file
// for each, such as USCF-R.txt. They belong to others and are shown to officials only.
type RulebookTexts struct {
	mu   sync.Mutex
	read map[string]readText // by folder or event, and rulebook
}

// readText is what was found in a text; as says which state of it was read.
type readText struct {
	as       string
	passages rulebook.Passages
}

// mostRead is how many texts are remembered; more begin anew.
const mostRead = 64

func rulebookFile(name rulebook.Name) string { return string(name) + ".txt" }

// find is what a text holds; it is read where another state of it is remembered.
func (t *RulebookTexts) find(of, as string, name rulebook.Name, read func() (string, error)) (rulebook.Passages, error) {
	t.mu.Lock()
	known, ok := t.read[of]
	t.mu.Unlock()
	if ok && known.as == as {
		return known.passages, nil
	}
	body, err := read()
	if err != nil {
		return rulebook.Passages{}, err
	}
	p := rulebook.FindPassages(name, body)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read == nil || len(t.read) >= mostRead {
		t.read = map[string]readText{}
	}
	t.read[of] = readText{as, p}
	return p, nil
}

// inFolder are the articles of a rulebook in its own words, from its file in a folder; ok
// is false where there is none. A file that was changed is read again.
func (t *RulebookTexts) inFolder(ctx context.Context, dir string, name rulebook.Name) (p rulebook.Passages, ok bool, err error) {
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
	p, err = t.find(path, fmt.Sprint(about.ModTime(), about.Size()), name, func() (string, error) {
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer file.Close()
		data, err := intake.All(ctx, file, tournament.MostRulebookText)
		if err != nil {
			return "", err
		}
		body, _, err := plaintext.Decode(data)
		return body, err
	})
	if err != nil {
		return p, false, fmt.Errorf("read the text of %s: %w", name, err)
	}
	return p, true, nil
}

// rulebookText is a rulebook's own text, as far as it is here.
type rulebookText struct {
	Passages rulebook.Passages
	Has      bool
	Put      *tournament.RulebookText // where somebody put it in for this event; else it is a file of the machine
}

// TextsOf are the rulebooks' own texts for an event: what was put in goes before a file of
// the machine. A folder that cannot be read is logged, and the page goes without.
func (s *Site) TextsOf(ctx context.Context, eventID int64, names ...rulebook.Name) (map[rulebook.Name]rulebookText, error) {
	put, err := s.reader.RulebookTexts(ctx, eventID)
	if err != nil {
		return nil, err
	}
	texts := map[rulebook.Name]rulebookText{}
	for _, name := range names {
		if i := slices.IndexFunc(put, func(t tournament.RulebookText) bool { return t.Rulebook == string(name) }); i >= 0 {
			found, err := s.texts.find(fmt.Sprintf("%d %s", eventID, name), put[i].Digest, name, func() (string, error) {
				whole, err := s.reader.RulebookText(ctx, eventID, string(name))
				return whole.Body, err
			})
			if err != nil {
				return nil, err
			}
			texts[name] = rulebookText{found, true, &put[i]}
			continue
		}
		found, ok, err := s.texts.inFolder(ctx, s.textsFolder, name)
		if err != nil {
			s.Log.Error("a rulebook's text cannot be read", "error", err)
		}
		texts[name] = rulebookText{Passages: found, Has: ok}
	}
	return texts, nil
}

// ArticlesOf tells the articles a proposal rests on in short, each with its passage where
// the rulebook's text is here.
func (s *Site) ArticlesOf(ctx context.Context, f dispute.WholeIncident, r ruling.Ruling) ([]pages.Article, error) {
	book, err := f.Section.Rules()
	if err != nil {
		return nil, nil // the rulebook of a section was checked when it was set up
	}
	texts, err := s.TextsOf(ctx, f.Section.EventID, book.Name())
	if err != nil {
		return nil, err
	}
	text := texts[book.Name()]
	var list []pages.Article
	for _, id := range r.Articles {
		article, ok := book.Article(strings.TrimPrefix(id, string(book.Name())+" "))
		if !ok {
			continue
		}
		line := pages.Article{Name: id, Text: article.Summary, To: "/rules#art-" + article.ID, Passage: text.Passages.Of[article.ID]}
		line.Missing = text.Has && line.Passage == ""
		list = append(list, line)
	}
	return list, nil
}

// Words say what of a rulebook's own text is here.
func (t rulebookText) Words(w text.Words, name rulebook.Name) string {
	if !t.Has {
		return w.Say("The text of %s is not here. With it, officials read the passage beside each article that a ruling cites.", name)
	}
	runs := strings.Join(t.Passages.Runs, ", ")
	if len(t.Passages.Missing) == 0 {
		return w.Say("Articles found: %s. That is all that rulings cite.", runs)
	}
	return w.Say("Articles found: %s. Missing, though rulings cite them: %s. Each article begins with a line that starts with its number.", runs, strings.Join(t.Passages.Missing, ", "))
}
