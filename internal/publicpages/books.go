package publicpages

import (
	"context"
	"slices"
	"sync"

	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Reader is what public pages read of an event.
type Reader interface {
	EventBySlug(ctx context.Context, slug string) (tournament.Event, error)
	PublicState(ctx context.Context, eventID, atLeast int64, since tournament.Since) (tournament.PublicState, error)
	Publications(ctx context.Context, eventID, sectionID int64, round int) ([]tournament.Publication, error)
	RecordedMatches(ctx context.Context, eventID, sectionID int64) ([]int64, error)
}

// Books reads what the book of a section does not hold.
type Books struct{ Reader Reader }

// SectionView is a section book with what has been worked out from it. A book is never changed.
type SectionView struct {
	*tournament.SectionBook
	books  *Books
	public bool // of a snapshot: versions holds what there is to compare
	held   bool // for readers: what is not announced is not in it

	versions []tournament.Publication // of rounds published more than once or withdrawn
	Appeals  int                      // that wait for a decision

	mu        sync.Mutex
	standings map[int]*tournament.Standings
	index     []searchLine
	recorded  map[int64]bool     // matches with a record; nil while nobody asked
	seats     map[int64][]played // by player; nil while nobody asked
	changed   map[int]Changes    // by round
	outlook   *pace.Outlook      // of the last thing that happened; nil while nobody asked
	prospects *tournament.Prospects
}

func NewSectionView(b *Books, book *tournament.SectionBook) *SectionView {
	return &SectionView{SectionBook: book, books: b, standings: map[int]*tournament.Standings{}, changed: map[int]Changes{}}
}

// ForReaders is a book of the desk as public pages show it, with the public pages' own look at
// what is announced.
func ForReaders(s *SectionView) *SectionView {
	open := NewSectionView(s.books, tournament.ForEverybody(s.SectionBook))
	open.held = true
	return open
}

// After are the standings after a round; 0 means the last published one. On public pages the
// standings that are not announced are those after the round before.
func (s *SectionView) After(round int) (*tournament.Standings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.FinalHeld() {
		if last := s.Current().RoundNo; last > 1 && (round == 0 || round >= last) {
			round = last - 1
		}
	}
	if table := s.standings[round]; table != nil {
		return table, nil
	}
	table, err := s.SectionBook.Standings(round)
	if err != nil {
		return nil, err
	}
	s.standings[round] = table
	return table, nil
}

// FinalHeld reports whether this is for readers to whom the final standings are not announced yet.
func (s *SectionView) FinalHeld() bool { return s.held && tournament.FinalHeld(s.SectionBook) }

// Outlook is how the section's day goes on as of the last thing that happened in it.
func (s *SectionView) Outlook() pace.Outlook {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.outlook == nil {
		o := pace.Look(tournament.PaceOf(s.SectionBook, tournament.LastMoment(s.SectionBook)))
		s.outlook = &o
	}
	return *s.outlook
}

// Publications are the versions of a round, oldest first. On public pages a round
// that was published once has none.
func (s *SectionView) Publications(ctx context.Context, round int) ([]tournament.Publication, error) {
	if !s.public {
		return s.books.Reader.Publications(ctx, s.Event.EventID, s.Section.SectionID, round)
	}
	var found []tournament.Publication
	for _, p := range s.versions {
		if p.RoundNo == round {
			found = append(found, p)
		}
	}
	return found, nil
}

// Changes tells where the teams of a published round sat in the version before.
type Changes struct {
	Before int           // that version, 0 when there was none
	was    map[int64]int // team → table, for teams whose table is another one now
	Tables int           // tables with a changed row
}

// Moved compares the present version of a round with the one before.
func (s *SectionView) Moved(ctx context.Context, r *tournament.Round) (Changes, error) {
	if r.Publication < 2 {
		return Changes{}, nil
	}
	s.mu.Lock()
	known, ok := s.changed[r.RoundNo]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	c, err := s.compare(ctx, r)
	if err == nil {
		s.mu.Lock()
		s.changed[r.RoundNo] = c
		s.mu.Unlock()
	}
	return c, err
}

func (s *SectionView) compare(ctx context.Context, r *tournament.Round) (Changes, error) {
	versions, err := s.Publications(ctx, r.RoundNo)
	if err != nil {
		return Changes{}, err
	}
	at := slices.IndexFunc(versions, func(p tournament.Publication) bool { return p.Version == r.Publication })
	if at < 1 {
		return Changes{}, nil
	}
	c := Changes{Before: versions[at-1].Version, was: tournament.TablesMoved(versions[at-1].Tables, versions[at].Tables)}
	for _, row := range versions[at].Tables {
		if slices.ContainsFunc(row.Entries(), func(id int64) bool { _, moved := c.was[id]; return moved }) {
			c.Tables++
		}
	}
	return c, nil
}

// played is a match in which a player had a seat.
type played struct {
	Round   *tournament.Round
	Pairing *tournament.Pairing
	Match   *tournament.Match
}

// PlayedBy are the matches of a player in published rounds, newest round first, also those that
// somebody else finished in the player's seat.
func (s *SectionView) PlayedBy(playerID int64) []played {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seats == nil {
		s.seats = make(map[int64][]played, len(s.Players))
		for i := len(s.Rounds) - 1; i >= 0; i-- {
			if s.Rounds[i].Public() {
				s.noteSeats(&s.Rounds[i])
			}
		}
	}
	return s.seats[playerID]
}

func (s *SectionView) noteSeats(r *tournament.Round) {
	for i := range r.Pairings {
		p := &r.Pairings[i]
		for k := range p.Matches {
			m := &p.Matches[k]
			sat := make([]*int64, 0, 4)
			for _, g := range m.Games {
				sat = append(sat, g.WhiteID, g.BlackID)
			}
			for _, out := range tournament.SubstitutedIn(s.SectionBook, m.MatchID) {
				sat = append(sat, &out.OutID)
			}
			for _, id := range sat {
				if id == nil {
					continue
				}
				if all := s.seats[*id]; len(all) == 0 || all[len(all)-1].Match != m {
					s.seats[*id] = append(all, played{r, p, m})
				}
			}
		}
	}
}

// PublicName is a player's name as everybody may read it.
func (s *SectionView) PublicName(p tournament.Player) string {
	return p.PublicName(tournament.HidesNames(s.SectionBook))
}
