package tournament

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// Store is the database as this package needs it.
type Store interface {
	// Reads are the reads of one consistent state at a time.
	Reads() Reader

	// Change runs decide while the event row is locked and writes its rows, one
	// journal entry and the answer for repeats in the same transaction. A repeat
	// of cmd.Key returns the first answer without calling decide. When decide
	// fails nothing is written.
	Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(Tx) (journal.Change, error)) (journal.Receipt, error)

	// CreateEvent allots an event id, writes the event row and then runs decide
	// as Change does.
	CreateEvent(ctx context.Context, e Event, cmd journal.Command, decide func(FoundingTx) (journal.Change, error)) (Event, error)
}

// Reader gathers all reads. Who needs some of them names those.
type Reader struct {
	PublicReader
	EventReader
	SectionReader
	RoundReader
	LiveReader
	ResultsReader
	DeskReader
	FeedReader
	MessageReader
	CorrectionReader
	ClockReader
	RulebookReader
	PointsReader
}

// EventReader finds events.
type EventReader interface {
	Events(ctx context.Context) ([]Event, error)
	EventBySlug(ctx context.Context, slug string) (Event, error)    // follows renames; NotFound
	Screens(ctx context.Context, eventID int64) ([]Screen, error)   // by address
	Webhooks(ctx context.Context, eventID int64) ([]Webhook, error) // the open ones
}

// SectionReader reads the sections of an event and who is entered in them.
type SectionReader interface {
	Sections(ctx context.Context, eventID int64) ([]Section, error) // those in sight
	HiddenSections(ctx context.Context, eventID int64) ([]Section, error)
	Book(ctx context.Context, eventID, sectionID int64) (*SectionBook, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*SectionBook, error) // in one snapshot
	Entries(ctx context.Context, eventID int64) (Entries, error)
	TimeMoves(ctx context.Context, eventID int64) ([]TimeMove, error) // of planned times, that stand, oldest first
	Path(ctx context.Context, eventID int64) ([]PathStep, error)      // of all phases, with their feeds
}

// Tx is an open change of one event; every method is about that event alone. It only
// gathers the rows that a change can read and write: a command never gets it, but an
// interface of the few methods that it needs, which stands beside it.
type Tx struct {
	Numbers
	EventRows
	SectionRows
	RulebookRows
	TeamRows
	PointsRows
	WishRows
	DraftRows
	PublicationRows
	ResultRows
	CorrectionRows
	LiveRows
	FeedRows
	ClockRows
	TimeRows
	PhaseRows
	LineUpRows
	FloorRows
	HookRows
}

// Numbers say which event is being changed and when, and allot the next ids.
type Numbers interface {
	EventID() int64
	Now() time.Time // the same in all rows of the change
	NextID(ctx context.Context, counter string) (int64, error)
	NextIDs(ctx context.Context, counter string, n int) (first int64, err error) // n numbers in a row
}

// EventRows are the event itself.
type EventRows interface {
	Event(ctx context.Context) (Event, error)
	UpdateEvent(ctx context.Context, e Event, oldSlug string) error       // a new slug keeps oldSlug as a redirect; a taken one is a field message
	ChiefFloorDirectors(ctx context.Context) (int, error)                 // who have the role of the whole event now
	OldAddress(ctx context.Context, slug string) (owner int64, err error) // the event that had this slug before a rename, 0 for none
}

// SectionRows are the sections with their settings and prizes.
type SectionRows interface {
	Section(ctx context.Context, sectionID int64) (Section, error)
	Sections(ctx context.Context) ([]Section, error) // hidden ones too: their names and letters are taken
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Books(ctx context.Context, sectionIDs []int64) (map[int64]*SectionBook, error)
	InsertSection(ctx context.Context, s Section) error
	UpdateSection(ctx context.Context, s Section) error
	SetSectionHidden(ctx context.Context, sectionID int64, hidden bool) error
	SetAnnounced(ctx context.Context, sectionID int64, round int) error // its final standings
	SetHallRows(ctx context.Context, sectionID int64, tablesPerRow int) error
	SavePrizePlan(ctx context.Context, sectionID int64, p PrizePlan) error
	FreezeSection(ctx context.Context, sectionID int64) error // fixes rules and scoring at the first publication
}

// RulebookRows are the texts of rulebooks that an event has.
type RulebookRows interface {
	KnownRulebookText(ctx context.Context, name string) (RulebookText, error) // without its body; zero for none
	SaveRulebookText(ctx context.Context, t RulebookText) error
	DeleteRulebookText(ctx context.Context, name string) error
}

// TeamRows are teams and players.
type TeamRows interface {
	Entries(ctx context.Context) (Entries, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	Player(ctx context.Context, playerID int64) (Player, error)
	InsertTeams(ctx context.Context, teams []Team) error
	UpdateTeams(ctx context.Context, teams []Team) error
	MoveEntries(ctx context.Context, teams []Team, players []Player) error // into the section that each of them has
	InsertPlayers(ctx context.Context, players []Player) error
	UpdatePlayers(ctx context.Context, players []Player) error
}

// PointsRows are the points of teams that no result brought.
type PointsRows interface {
	InsertTeamPoints(ctx context.Context, sectionID int64, points []TeamPoints) error // fills in their numbers
	// PointsGiven lists those of a section in the order they were given, with those taken back.
	PointsGiven(ctx context.Context, sectionID int64) ([]GivenPoints, error)
	TakeBackPoints(ctx context.Context, p GivenPoints) error
	// RulingStands reports whether a ruling of the section counts; a ruling of another one is NotFound.
	RulingStands(ctx context.Context, sectionID, rulingID int64) (bool, error)
}

// WishRows are what teams asked for.
type WishRows interface {
	RequestedByes(ctx context.Context, sectionID int64) ([]RequestedBye, error)
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error // an empty kind removes it
	SetForbiddenPair(ctx context.Context, sectionID int64, p ForbiddenPair) error
	DeleteForbiddenPair(ctx context.Context, sectionID, teamID, otherID int64) error
	DeleteForbiddenPairs(ctx context.Context, sectionID int64, pairs []ForbiddenPair) error
}

// DraftRows are the drafts of rounds, and what an official decides before one is made.
type DraftRows interface {
	// DraftRound reads a round with its draft; a round that does not exist yet
	// is a draft round of revision 0.
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
	// SaveDraft writes the draft (nil removes it), makes account its editor (0:
	// nobody) and raises the revision of the round.
	SaveDraft(ctx context.Context, sectionID int64, round int, draft *Draft, account int64) error
	// SaveNumbers gives teams their pairing numbers.
	SaveNumbers(ctx context.Context, sectionID int64, numbers map[int64]int) error
	SetDecider(ctx context.Context, p Pairing) error // who goes on from it, and how that was decided
	SaveTieOrder(ctx context.Context, sectionID int64, order []TieOrder) error
}

// PublicationRows are the rounds as players see them.
type PublicationRows interface {
	LastPublished(ctx context.Context, sectionID int64) (round int, err error) // 0 before round 1
	// AddPairings writes the pairings of a round with their teams, matches and
	// games, and fills in the ids of the matches.
	AddPairings(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
	// RemovePairings deletes pairings by number with everything under them; nil
	// means all of the round.
	RemovePairings(ctx context.Context, sectionID int64, round int, numbers []int) error
	// RoundActivity lists what is on record about the matches of these pairings (nil: of the
	// round): a report of a result, an incident, a penalty, a recorded act.
	RoundActivity(ctx context.Context, sectionID int64, round int, numbers []int) ([]TableActivity, error)
	// OpenPublication adds the next version of the round and makes it public.
	OpenPublication(ctx context.Context, sectionID int64, p Publication, account int64, startsAt *time.Time) error
	// WithdrawPublication makes the round a draft again, and unlocks the one before.
	WithdrawPublication(ctx context.Context, sectionID int64, round int) error
	// Publications lists the versions of a round, oldest first.
	Publications(ctx context.Context, sectionID int64, round int) ([]Publication, error)
	// LastVersion is the number of the last version ever published, 0 for none.
	LastVersion(ctx context.Context, sectionID int64, round int) (int, error)
	// AppealWindows lists the matches whose ruling may still be appealed.
	AppealWindows(ctx context.Context, sectionID int64) ([]AppealWindow, error)
	// EndAppeals ends the appeal windows of matches before a round, and lets late
	// appeals about them lapse that nobody has accepted.
	EndAppeals(ctx context.Context, sectionID int64, before int) error
	// LockRounds locks the complete rounds before a round.
	LockRounds(ctx context.Context, sectionID int64, before int) error
}

// ResultRows are matches and what was said about them.
type ResultRows interface {
	Record(ctx context.Context, matchID int64) (Record, error)
	RecordAt(ctx context.Context, sectionID int64, round, table, match int) (Record, error)
	InsertReport(ctx context.Context, r ResultReport) error
	SetReportState(ctx context.Context, reportID int64, state ReportState, verifiedBy *int64) error
	// History lists everything that was ever said about a match, oldest first.
	History(ctx context.Context, matchID int64) ([]ResultReport, error)
	UpdateMatch(ctx context.Context, m Match) error // state, under_review; raises the revision
	SaveGameEnds(ctx context.Context, matchID int64, games [2]Game) error
	StampSeen(ctx context.Context, p Pairing, by string) error
	SetRunner(ctx context.Context, p Pairing, runner string) error
	SettleRound(ctx context.Context, sectionID int64, round int) error // published → in play → complete and back
}

// CorrectionRows are corrections that wait for a second official.
type CorrectionRows interface {
	InsertCorrection(ctx context.Context, w WaitingCorrection) error
	// LockCorrection reads one whatever its state; NotFound.
	LockCorrection(ctx context.Context, correctionID int64) (WaitingCorrection, error)
	CorrectionWaits(ctx context.Context, matchID int64) (bool, error)
	DecideCorrection(ctx context.Context, correctionID int64, state string, by journal.Actor) error
}

// LiveRows are the records of matches.
type LiveRows interface {
	LiveActs(ctx context.Context, matchID int64) ([]livegame.StoredAct, error)
	// AppendLive adds acts behind the last one; it gives them their numbers and time.
	AppendLive(ctx context.Context, matchID int64, after int, acts []livegame.StoredAct) error
}

// FeedRows are the board systems that may write records.
type FeedRows interface {
	FeedNamed(ctx context.Context, sectionID int64, name string) (Feed, error) // open or closed; NotFound
	SaveFeed(ctx context.Context, f Feed) error                                // a new one, or one with its new token
	CloseFeed(ctx context.Context, sectionID, feedID int64) (closed bool, err error)
}

// ClockRows are the clocks of rounds and tables.
type ClockRows interface {
	// SaveRoundClock writes the clock of a round and raises the round's revision.
	SaveRoundClock(ctx context.Context, r Round) error
	// SaveTableClocks writes the extra time and the pauses of pairings of one round.
	SaveTableClocks(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
}

// TimeRows are the planned times of the rounds of all sections, and how they were moved.
type TimeRows interface {
	RoundTimes(ctx context.Context) ([]RoundTimes, error) // of published rounds
	PlannedStarts(ctx context.Context) ([]PlannedStart, error)
	TimeMoves(ctx context.Context) ([]TimeMove, error) // that stand, oldest first
	// SaveRoundStarts writes the start of published rounds and raises their revisions.
	SaveRoundStarts(ctx context.Context, rounds []RoundTimes) error
	SavePlannedStarts(ctx context.Context, starts []PlannedStart) error // a zero time: the round has none of its own
	InsertTimeMove(ctx context.Context, m TimeMove) error
	EndTimeMove(ctx context.Context, moveID int64) error // it is taken back
}

// PhaseRows are who comes into sections from others.
type PhaseRows interface {
	Path(ctx context.Context) ([]PathStep, error) // of all phases, with their feeds
	// SavePhase writes a phase with its feeds; one without feeds is none any more.
	SavePhase(ctx context.Context, p Phase) error
	// InsertPhaseEntries writes who came into a phase and what came along.
	InsertPhaseEntries(ctx context.Context, sectionID int64, entries []PhaseEntry, results []CarriedResult) error
	// RemoveEntered deletes all teams of a phase that came in, with their players and what
	// came along. Where anything else depends on one of them it is a Conflict.
	RemoveEntered(ctx context.Context, sectionID int64) error
}

// LineUpRows are who plays for a team, and who sits at the boards of a match.
type LineUpRows interface {
	SaveLineUp(ctx context.Context, sectionID int64, l LineUp) error // replaces the one from the same match on
	SaveSeats(ctx context.Context, games []Game) error               // who sits at them; nothing else of a game
	InsertSubstitution(ctx context.Context, s Substitution) error
	// MovePenalties lets those of a match that the players of before were given stand with those
	// of now, seat by seat.
	MovePenalties(ctx context.Context, matchID int64, before, now [2]int64) error
}

// FloorRows are screens, messages to the desks and what was printed.
type FloorRows interface {
	Screens(ctx context.Context) ([]Screen, error)
	SaveScreen(ctx context.Context, s Screen) error // by its address
	DeleteScreen(ctx context.Context, slug string) error
	InsertMessage(ctx context.Context, m DeskMessage) error
	EndMessage(ctx context.Context, messageID int64) (DeskMessage, error) // NotFound when it has ended
	SavePrinting(ctx context.Context, p Printing) error                   // replaces the one before of the same paper
}

// HookRows are the webhooks of an event.
type HookRows interface {
	InsertWebhook(ctx context.Context, w Webhook) error
	CloseWebhook(ctx context.Context, id int64) (url string, err error)  // NotFound when it is closed
	ResumeWebhook(ctx context.Context, id int64) (url string, err error) // NotFound when it is closed
}
