package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Tournament is the tournament.Store.
type Tournament struct{ *DB }

var _ tournament.Store = Tournament{}

// Reads implements tournament.Store.
func (s Tournament) Reads() tournament.Reader {
	return tournament.Reader{
		PublicReader: s, EventReader: s, SectionReader: s, RoundReader: s, LiveReader: s, ResultsReader: s, DeskReader: s, FeedReader: s, MessageReader: s,
		CorrectionReader: s, ClockReader: s, RulebookReader: s, PointsReader: s,
	}
}

// play is the change as the commands of tournament are shown it.
func (tx *Tx) play() tournament.Tx {
	return tournament.Tx{
		Numbers: tx, EventRows: tx, SectionRows: tx, RulebookRows: tx, TeamRows: tx, PointsRows: tx, WishRows: tx, DraftRows: tx, PublicationRows: tx, ResultRows: tx,
		CorrectionRows: tx, LiveRows: tx, FeedRows: tx, ClockRows: tx, TimeRows: tx, LineUpRows: tx, PhaseRows: tx, FloorRows: tx, HookRows: tx,
	}
}

// Change implements tournament.Store.
func (s Tournament) Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(tournament.Tx) (journal.Change, error)) (journal.Receipt, error) {
	return s.change(ctx, eventID, cmd, func(tx *Tx) (journal.Change, error) { return decide(tx.play()) })
}

// CreateEvent implements tournament.Store. A taken address is a field message.
func (s Tournament) CreateEvent(ctx context.Context, e tournament.Event, cmd journal.Command, decide func(tournament.FoundingTx) (journal.Change, error)) (tournament.Event, error) {
	return Founding(s).FoundEvent(ctx, e, cmd, decide)
}

const eventColumns = `event_id, slug, name, venue, address, time_zone, starts_on, ends_on, contact, hide_minors, state, version, created_at,
	schedule, map_link, tables_per_row, paper_language`

// Events lists the events, latest first.
func (s Tournament) Events(ctx context.Context) ([]tournament.Event, error) {
	return list[tournament.Event](ctx, s.pool, "list events", `select `+eventColumns+` from event order by starts_on desc, event_id desc limit 500`)
}

const (
	eventBySlug   = `select ` + eventColumns + ` from event where slug = $1`
	eventByRename = `select ` + eventColumns + ` from event where event_id = (select event_id from event_slug where slug = $1)`
	eventByID     = `select ` + eventColumns + ` from event where event_id = $1`
)

// EventBySlug finds an event by its address, or by one it had before a rename.
func (s Tournament) EventBySlug(ctx context.Context, slug string) (tournament.Event, error) {
	if tournament.Slug(slug) != slug { // no event has it, and the database takes no NUL
		return tournament.Event{}, nothing("event")
	}
	e, err := one[tournament.Event](ctx, s.pool, "event", eventBySlug, slug)
	if fault.Is(err, fault.NotFound) {
		return one[tournament.Event](ctx, s.pool, "event", eventByRename, slug)
	}
	return e, err
}

// Event returns the event being changed.
func (tx *setupRows) Event(ctx context.Context) (tournament.Event, error) {
	return one[tournament.Event](ctx, tx, "event", eventByID, tx.eventID)
}

// sectionReads are the columns of a section as it is read: those that commands write,
// and what the desk added since.
var sectionReads = strings.Join(sectionColumns, ", ") + `, tables_per_row, hidden, announced_round`

var (
	sectionsOf  = `select ` + sectionReads + ` from section where event_id = $1 and not hidden order by position, section_id`
	hiddenOf    = `select ` + sectionReads + ` from section where event_id = $1 and hidden order by position, section_id`
	allSections = `select ` + sectionReads + ` from section where event_id = $1 order by position, section_id`
	sectionByID = `select ` + sectionReads + ` from section where event_id = $1 and section_id = $2`
)

// HiddenSections lists those that were put out of sight.
func (s Tournament) HiddenSections(ctx context.Context, eventID int64) ([]tournament.Section, error) {
	return list[tournament.Section](ctx, s.pool, "list hidden sections", hiddenOf, eventID)
}

// Sections lists the sections of an event that are in sight, in their order.
func (s Tournament) Sections(ctx context.Context, eventID int64) ([]tournament.Section, error) {
	return list[tournament.Section](ctx, s.pool, "list sections", sectionsOf, eventID)
}

// Sections lists the sections of the event being changed, the hidden ones too.
func (tx *setupRows) Sections(ctx context.Context) ([]tournament.Section, error) {
	return list[tournament.Section](ctx, tx, "list sections", allSections, tx.eventID)
}

// Section returns one section of the event being changed.
func (tx *setupRows) Section(ctx context.Context, sectionID int64) (tournament.Section, error) {
	return one[tournament.Section](ctx, tx, "section", sectionByID, tx.eventID, sectionID)
}

// Book reads a whole section in one snapshot.
func (s Tournament) Book(ctx context.Context, eventID, sectionID int64) (*tournament.SectionBook, error) {
	var book *tournament.SectionBook
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		var err error
		book, err = readBook(ctx, tx, eventID, sectionID, sectionPlay)
		return err
	})
	return book, failed("read the section", err)
}

// Books reads whole sections, all in one snapshot.
func (s Tournament) Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error) {
	var books map[int64]*tournament.SectionBook
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) error {
		var err error
		books, err = readSections(ctx, tx, eventID, sectionIDs, sectionPlay)
		return err
	})
	return books, failed("read the sections", err)
}

// Book reads a whole section as the change sees it.
func (tx *setupRows) Book(ctx context.Context, sectionID int64) (*tournament.SectionBook, error) {
	return readBook(ctx, tx, tx.eventID, sectionID, sectionPlay)
}

// Books reads whole sections as the change sees them.
func (tx *setupRows) Books(ctx context.Context, sectionIDs []int64) (map[int64]*tournament.SectionBook, error) {
	return readSections(ctx, tx, tx.eventID, sectionIDs, sectionPlay)
}

// notFound turns "no row" into a fault that names what is missing.
func notFound(what string, err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nothing(what)
	}
	return failed(what, err)
}
