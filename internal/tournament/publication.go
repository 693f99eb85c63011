package tournament

import (
	"context"
	"slices"
	"time"
)

// Publication is one published version of a round's pairings.
type Publication struct {
	RoundNo     int
	Version     int
	PublishedAt time.Time
	PublishedBy string // name
	WithdrawnAt *time.Time
	Tables      []PublishedTable // by table, byes at the end with table 0
}

// PublishedTable is one row of a publication.
type PublishedTable struct {
	Table int   `json:"table,omitempty"`
	Team1 int64 `json:"team1"`
	Team2 int64 `json:"team2,omitempty"`
	// Partner1 and Partner2 sit beside them with rotating partners.
	Partner1 int64   `json:"partner1,omitempty"`
	Partner2 int64   `json:"partner2,omitempty"`
	Bye      ByeKind `json:"bye,omitempty"`
}

// RoundReader reads what only some pages about rounds need.
type RoundReader interface {
	// DraftRound reads a round with its draft, for the pairing desk alone.
	DraftRound(ctx context.Context, eventID, sectionID int64, round int) (DraftRound, error)
	// Publications lists the versions of a round, oldest first.
	Publications(ctx context.Context, eventID, sectionID int64, round int) ([]Publication, error)
	// AppealWindows lists the matches of a section whose ruling may still be
	// appealed at the time.
	AppealWindows(ctx context.Context, eventID, sectionID int64, at time.Time) ([]AppealWindow, error)
	// TeamByLink finds the team of a private link by the SHA-256 of its token; NotFound.
	TeamByLink(ctx context.Context, hash []byte) (LinkedTeam, error)
}

// AppealWindow is a match whose ruling may be appealed until a time.
type AppealWindow struct {
	MatchID int64
	Until   time.Time
}

// LinkedTeam is the team a private link belongs to.
type LinkedTeam struct {
	EventID   int64
	EventSlug string
	TeamID    int64
	SectionID int64
	Slug      string
	Name      string
}

// Entries lists the entries of the row.
func (t PublishedTable) Entries() []int64 {
	return slices.DeleteFunc([]int64{t.Team1, t.Team2, t.Partner1, t.Partner2}, func(id int64) bool { return id == 0 })
}

func orNobody(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// tablesOf lists a round as it is published.
func tablesOf(pairings []Pairing) []PublishedTable {
	rows := make([]PublishedTable, 0, len(pairings))
	for _, p := range pairings {
		row := PublishedTable{Table: p.Table(), Team1: p.TeamID(1), Team2: p.TeamID(2), Partner1: orNobody(p.Partner1), Partner2: orNobody(p.Partner2)}
		if p.Bye != nil {
			row.Bye = *p.Bye
		}
		rows = append(rows, row)
	}
	return rows
}

// TablesMoved tells, for every team whose table differs from an earlier version, the
// table it had there; 0 for a team that had none.
func TablesMoved(before, now []PublishedTable) map[int64]int {
	was := make(map[int64]int, 2*len(before))
	for _, row := range before {
		for _, id := range row.Entries() {
			was[id] = row.Table
		}
	}
	moved := map[int64]int{}
	for _, row := range now {
		for _, team := range row.Entries() {
			if old, known := was[team]; !known || old != row.Table {
				moved[team] = old
			}
		}
	}
	return moved
}
