package tournament

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// Store is the database as this package needs it.
type Store interface {
	Reader

	// Change runs decide while the event row is locked and writes its rows, one
	// journal entry and the answer for repeats in the same transaction. A repeat
	// of cmd.Key returns the first answer without calling decide. When decide
	// fails nothing is written.
	Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(Tx) (journal.Change, error)) (journal.Receipt, error)

	// CreateEvent allots an event id, writes the event row and then runs decide
	// as Change does.
	CreateEvent(ctx context.Context, e Event, cmd journal.Command, decide func(Tx) (journal.Change, error)) (Event, error)
}

// Reader reads one consistent state at a time.
type Reader interface {
	PublicReader
	roundReader
	Screens(ctx context.Context, eventID int64) ([]Screen, error) // by address
	LiveReader
	resultsReader
	deskReader
	feedReader
	messageReader
	correctionReader
	clockReader
	rulebookReader
	Webhooks(ctx context.Context, eventID int64) ([]Webhook, error) // the open ones

	Events(ctx context.Context) ([]Event, error)
	EventBySlug(ctx context.Context, slug string) (Event, error)    // follows renames; NotFound
	Sections(ctx context.Context, eventID int64) ([]Section, error) // those in sight
	HiddenSections(ctx context.Context, eventID int64) ([]Section, error)
	Book(ctx context.Context, eventID, sectionID int64) (*Book, error)
	Entries(ctx context.Context, eventID int64) (Entries, error)
}

// Tx is an open change of one event. Every method is about that event alone.
type Tx interface {
	setupTx
	entryTx
	draftTx
	tieTx
	publishTx
	screenTx
	clockTx
	prizeTx
	deskTx
	messageTx
	correctionTx
	rulebookTx

	EventID() int64
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Event(ctx context.Context) (Event, error)
	Section(ctx context.Context, sectionID int64) (Section, error)
	Sections(ctx context.Context) ([]Section, error) // hidden ones too: their names and letters are taken
	Book(ctx context.Context, sectionID int64) (*Book, error)
	resultsTx
	liveTx
	feedTx
	hookTx
}

// setupTx writes the event itself and its sections.
type setupTx interface {
	UpdateEvent(ctx context.Context, e Event, oldSlug string) error       // a new slug keeps oldSlug as a redirect; a taken one is a field message
	ChiefFloorDirectors(ctx context.Context) (int, error)                 // who have the role of the whole event now
	OldAddress(ctx context.Context, slug string) (owner int64, err error) // the event that had this slug before a rename, 0 for none
	InsertSection(ctx context.Context, s Section) error
	SetSectionHidden(ctx context.Context, sectionID int64, hidden bool) error
	UpdateSection(ctx context.Context, s Section) error
}

// entryTx reads and writes entries: teams, players and what they asked for.
type entryTx interface {
	NextIDs(ctx context.Context, counter string, n int) (first int64, err error) // n numbers in a row
	LastPublished(ctx context.Context, sectionID int64) (round int, err error)   // 0 before round 1
	Team(ctx context.Context, teamID int64) (Team, error)
	Player(ctx context.Context, playerID int64) (Player, error)
	Entries(ctx context.Context) (Entries, error)
	InsertTeams(ctx context.Context, teams []Team) error
	UpdateTeams(ctx context.Context, teams []Team) error
	MoveTeam(ctx context.Context, t Team, members []Player) error // into the section of t, with its players
	InsertPlayers(ctx context.Context, players []Player) error
	UpdatePlayers(ctx context.Context, players []Player) error
	RequestedByes(ctx context.Context, sectionID int64) ([]RequestedBye, error)
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error // an empty kind removes it
	SetForbiddenPair(ctx context.Context, sectionID int64, p ForbiddenPair) error
	DeleteForbiddenPair(ctx context.Context, sectionID, teamID, otherID int64) error
	DeleteForbiddenPairs(ctx context.Context, sectionID int64, pairs []ForbiddenPair) error
	InsertTeamPoints(ctx context.Context, sectionID int64, points []TeamPoints) error
}
