package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	updateEvent = `update event set slug = $2, name = $3, venue = $4, address = $5, time_zone = $6, starts_on = $7, ends_on = $8, contact = $9,
		hide_minors = $10, state = $11, schedule = $12, map_link = $13, tables_per_row = $14, paper_language = $15 where event_id = $1`
	keepOldSlug   = `insert into event_slug (slug, event_id) values ($1, $2) on conflict (slug) do nothing`
	forgetOldSlug = `delete from event_slug where slug = $1 and event_id = $2`
	oldSlugOwner  = `select event_id from event_slug where slug = $1`
)

// UpdateEvent writes an event's details; a new slug keeps the old one as a redirect.
func (tx *setupRows) UpdateEvent(ctx context.Context, e tournament.Event, oldSlug string) error {
	_, err := exec(ctx, tx, "save the event", updateEvent, tx.eventID, e.Slug, e.Name, e.Venue, e.Address, e.TimeZone, e.StartsOn, e.EndsOn, e.Contact,
		e.HideMinors, e.State, e.Schedule, e.MapLink, e.TablesPerRow, e.PaperLanguage)
	if constraint(err) == "event_slug_key" {
		return takenAddress(e.Slug)
	}
	if err != nil || e.Slug == oldSlug {
		return err
	}
	if _, err := exec(ctx, tx, "keep the old address", keepOldSlug, oldSlug, tx.eventID); err != nil {
		return err
	}
	_, err = exec(ctx, tx, "take the old address back", forgetOldSlug, e.Slug, tx.eventID)
	return err
}

func takenAddress(slug string) error {
	var form fault.Form
	form.Add("slug", "Another event has the address “%s”. Choose a different one.", slug)
	return form.Err()
}

const chiefFloorDirectors = `select count(distinct account_id)::int from role_grant
	where event_id = $1 and role = 'chief' and section_id is null and revoked_at is null and (expires_at is null or expires_at > $2)`

// ChiefFloorDirectors counts who has the role of the whole event now.
func (tx *setupRows) ChiefFloorDirectors(ctx context.Context) (n int, err error) {
	err = tx.QueryRow(ctx, chiefFloorDirectors, tx.eventID, tx.now).Scan(&n)
	return n, failed("count the chief floor directors", err)
}

// OldAddress returns the event that had the slug before a rename, 0 for none.
func (tx *setupRows) OldAddress(ctx context.Context, slug string) (int64, error) {
	var owner int64
	err := tx.QueryRow(ctx, oldSlugOwner, slug).Scan(&owner)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return owner, failed("look for an old address", err)
}

// placeOfSection are the columns of a section that a command writes and that hold no
// setting, the key first.
var placeOfSection = []string{"event_id", "section_id", "slug", "position", "team_size", "revision", "frozen_at"}

// The columns of a section that a command writes, a column for each setting among them;
// their numbers in a statement are those of sectionValues.
var (
	sectionColumns               = columnsOfSection()
	insertSection, updateSection = writesOfSection(sectionColumns)
)

func columnsOfSection() []string {
	columns := slices.Clone(placeOfSection)
	for _, c := range tournament.SettingColumns(tournament.Section{}) {
		columns = append(columns, c.Name)
	}
	return columns
}

func writesOfSection(columns []string) (insert, update string) {
	var values, changes []string
	for i, column := range columns {
		value := "$" + strconv.Itoa(i+1)
		values, changes = append(values, value), append(changes, column+" = "+value)
	}
	insert = `insert into section (` + strings.Join(columns, ", ") + `) values (` + strings.Join(values, ", ") + `)`
	const key = 2 // event_id and section_id stay
	return insert, `update section set ` + strings.Join(changes[key:], ", ") + ` where event_id = $1 and section_id = $2`
}

// sectionValues are the values of sectionColumns in order.
func sectionValues(eventID int64, s tournament.Section) []any {
	values := []any{eventID, s.SectionID, s.Slug, s.Position, s.TeamSize, s.Revision, s.FrozenAt}
	for _, c := range tournament.SettingColumns(s) {
		values = append(values, c.Value)
	}
	return values
}

// InsertSection writes a new section.
func (tx *setupRows) InsertSection(ctx context.Context, s tournament.Section) error {
	return tx.write(ctx, "add the section", "section", "section", insertSection, sectionValues(tx.eventID, s)...)
}

// SetSectionHidden puts a section out of sight, or back.
func (tx *setupRows) SetSectionHidden(ctx context.Context, sectionID int64, hidden bool) error {
	return tx.write(ctx, "hide the section", "section", "section", `update section set hidden = $3 where event_id = $1 and section_id = $2`, tx.eventID, sectionID, hidden)
}

// SetAnnounced notes up to which round the standings of a section were announced.
func (tx *setupRows) SetAnnounced(ctx context.Context, sectionID int64, round int) error {
	return tx.write(ctx, "announce the standings", "section", "section", `update section set announced_round = $3 where event_id = $1 and section_id = $2`, tx.eventID, sectionID, round)
}

// UpdateSection writes a section's settings.
func (tx *setupRows) UpdateSection(ctx context.Context, s tournament.Section) error {
	return tx.write(ctx, "save the section", "section", "section", updateSection, sectionValues(tx.eventID, s)...)
}
