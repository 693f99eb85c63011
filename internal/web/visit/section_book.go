package visit

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// MatchAt finds the match that the address names.
func MatchAt(v *Visit, book *tournament.SectionBook, round *tournament.Round) (tournament.Pairing, tournament.Match, error) {
	match := v.MatchNo
	p := round.AtTable(v.TableNo)
	if p == nil || match > len(p.Matches) {
		return tournament.Pairing{}, tournament.Match{}, Refused(fault.NotFound, text.Message("There is no match %d at table %d in %s, round %d."), match, v.TableNo, book.Section.Name, round.RoundNo)
	}
	return *p, p.Matches[match-1], nil
}

// SectionViews are the books of all sections of the event, in the state that the visit
// sees.
func SectionViews(v *Visit) []*publicpages.SectionView {
	var all []*publicpages.SectionView
	for _, section := range v.Snap.Sections {
		all = append(all, v.Snap.Parts[section.Slug].View)
	}
	return all
}

// FreshBook reads the section as it is now. The desk sees its own change at once,
// before this node is told of it.
func (v *Visit) FreshBook() (*publicpages.SectionView, error) {
	book, err := v.site.reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return nil, err
	}
	return publicpages.NewSectionView(&v.site.Books, book), nil
}

// FreshBooks are sections as they are now, all in one state of the event; also its version.
func FreshBooks(v *Visit, sections []tournament.Section) (map[int64]*publicpages.SectionView, int64, error) {
	version := v.Event.Version
	books, err := v.site.reader.Books(v.Request().Context(), v.Event.EventID, tournament.SectionIDs(sections))
	views := make(map[int64]*publicpages.SectionView, len(books))
	for id, book := range books {
		views[id], version = publicpages.NewSectionView(&v.site.Books, book), book.Event.Version
	}
	return views, version, err
}

// DeskPath is an address of the section's desk.
func (v *Visit) DeskPath(format string, args ...any) string {
	return fmt.Sprintf("/e/%s/desk/%s", v.Event.Slug, v.Section.Slug) + fmt.Sprintf(format, args...)
}

// RoundBook reads the section and the published round the address names.
func (s *Site) RoundBook(v *Visit) (*tournament.SectionBook, *tournament.Round, error) {
	book, err := s.reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return nil, nil, err
	}
	r := book.Round(v.RoundNo)
	if r == nil || !r.Public() {
		return book, nil, notPublished(v.RoundNo, v.Section)
	}
	return book, r, nil
}

func notPublished(round int, s tournament.Section) error {
	return fault.New(fault.NotFound, "Round %d of %s is not published. The pairing workbench publishes it.", round, s.Name)
}

func (v *Visit) DeskRound(round int) string {
	return fmt.Sprintf("/e/%s/desk/%s/round/%d", v.Event.Slug, v.Section.Slug, round)
}
