package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	updateEvent = `update event set slug = $2, name = $3, venue = $4, address = $5, time_zone = $6, starts_on = $7, ends_on = $8, contact = $9,
		hide_minors = $10, state = $11, schedule = $12, map_link = $13, tables_per_row = $14 where event_id = $1`
	keepOldSlug   = `insert into event_slug (slug, event_id) values ($1, $2) on conflict (slug) do nothing`
	forgetOldSlug = `delete from event_slug where slug = $1 and event_id = $2`
	oldSlugOwner  = `select event_id from event_slug where slug = $1`
)

// UpdateEvent writes an event's details; a new slug keeps the old one as a redirect.
func (tx *setupRows) UpdateEvent(ctx context.Context, e tournament.Event, oldSlug string) error {
	_, err := exec(ctx, tx, "save the event", updateEvent, tx.eventID, e.Slug, e.Name, e.Venue, e.Address, e.TimeZone, e.StartsOn, e.EndsOn, e.Contact,
		e.HideMinors, e.State, e.Schedule, e.MapLink, e.TablesPerRow)
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
	form.Add("slug", "Another event has the address %q. Choose a different one.", slug)
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

const (
	insertSection = `insert into section (` + sectionColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
		$19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43)`
	updateSection = `update section set slug = $3, name = $4, letter = $5, position = $6, rulebook = $7, house_rules = $8, system = $9, colour_mode = $10,
		initial_colour = $11, accelerated = $12, rounds = $13, matches_per_pairing = $14, scoring = $15, bye_points = $16, requested_bye_limit = $17,
		tie_breaks = $18, team_size = $19, first_table = $20, hall = $21, clock_ms = $22, round_minutes = $23, grace_minutes = $24, appeal_minutes = $25,
		verify_teams = $26, verify_rekey = $27, broadcast = $28, broadcast_delay_s = $29, max_grade = $30, revision = $31, frozen_at = $32, heavy_penalties = $33, appeal_deposit = $34,
		tie_break_edition = $35, group_count = $36, double_cycle = $37, advance = $38, third_place = $39, consolation = $40, seat_rotation = $41, no_half_in_last = $42, one_official = $43
		where event_id = $1 and section_id = $2`
)

// sectionValues are the values of sectionColumns in order.
func sectionValues(eventID int64, s tournament.Section) []any {
	return []any{
		eventID, s.SectionID, s.Slug, s.Name, s.Letter, s.Position, s.Rulebook, string(s.HouseRules), s.System, s.ColourMode, s.InitialColour, s.Accelerated,
		s.Rounds, s.MatchesPerPairing, s.Scoring, s.ByePoints, s.RequestedByeLimit, s.TieBreaks, s.TeamSize, s.FirstTable, s.Hall, s.ClockMS,
		s.RoundMinutes, s.GraceMinutes, s.AppealMinutes, s.VerifyTeams, s.VerifyRekey, s.Broadcast, s.BroadcastDelayS, s.MaxGrade, s.Revision, s.FrozenAt,
		s.HeavyPenalties, s.AppealDeposit, s.TieBreakEdition, s.GroupCount, s.DoubleCycle, s.Advance, s.ThirdPlace, s.Consolation, s.SeatRotation,
		s.NoHalfInLast, s.OneOfficial,
	}
}

// InsertSection writes a new section.
func (tx *setupRows) InsertSection(ctx context.Context, s tournament.Section) error {
	return tx.write(ctx, "add the section", "section", "section", insertSection, sectionValues(tx.eventID, s)...)
}

// SetSectionHidden puts a section out of sight, or back.
func (tx *setupRows) SetSectionHidden(ctx context.Context, sectionID int64, hidden bool) error {
	return tx.write(ctx, "hide the section", "section", "section", `update section set hidden = $3 where event_id = $1 and section_id = $2`, tx.eventID, sectionID, hidden)
}

// UpdateSection writes a section's settings.
func (tx *setupRows) UpdateSection(ctx context.Context, s tournament.Section) error {
	return tx.write(ctx, "save the section", "section", "section", updateSection, sectionValues(tx.eventID, s)...)
}
