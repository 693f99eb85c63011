package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
)

const screensOf = `select slug, name, programme, sections, message, theme from hall_screen where event_id = $1 order by slug`

// Screens lists the hall screens of an event.
func (s Tournament) Screens(ctx context.Context, eventID int64) ([]tournament.Screen, error) {
	return list[tournament.Screen](ctx, s.pool, "list screens", screensOf, eventID)
}

// Screens lists the hall screens of the event being changed.
func (tx *floorRows) Screens(ctx context.Context) ([]tournament.Screen, error) {
	return list[tournament.Screen](ctx, tx, "list screens", screensOf, tx.eventID)
}

const saveScreen = `insert into hall_screen (event_id, slug, name, programme, sections, message, theme) values ($1, $2, $3, $4, coalesce($5::bigint[], '{}'), $6, $7)
	on conflict (event_id, slug) do update
	set name = excluded.name, programme = excluded.programme, sections = excluded.sections, message = excluded.message, theme = excluded.theme`

// SaveScreen writes a screen by its address.
func (tx *floorRows) SaveScreen(ctx context.Context, s tournament.Screen) error {
	_, err := exec(ctx, tx, "save the screen", saveScreen, tx.eventID, s.Slug, s.Name, s.Programme, s.Sections, s.Message, s.Theme)
	return err
}

// DeleteScreen removes a screen.
func (tx *floorRows) DeleteScreen(ctx context.Context, slug string) error {
	_, err := exec(ctx, tx, "remove the screen", `delete from hall_screen where event_id = $1 and slug = $2`, tx.eventID, slug)
	return err
}
