package postgres

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	rulebookTexts = `select rulebook, file_name, '' as body, digest, saved_at, saved_name from rulebook_text where event_id = $1 order by rulebook`
	rulebookText  = `select rulebook, file_name, body, digest, saved_at, saved_name from rulebook_text where event_id = $1 and rulebook = $2`

	saveRulebookText = `insert into rulebook_text (event_id, rulebook, file_name, body, digest, saved_at, saved_name) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (event_id, rulebook) do update set file_name = excluded.file_name, body = excluded.body, digest = excluded.digest,
			saved_at = excluded.saved_at, saved_name = excluded.saved_name`
)

// RulebookTexts lists what is known of the rulebooks' own texts of an event, at most one
// for each rulebook, without their bodies.
func (s Tournament) RulebookTexts(ctx context.Context, eventID int64) ([]tournament.RulebookText, error) {
	return list[tournament.RulebookText](ctx, s.pool, "list the texts of rulebooks", rulebookTexts, eventID)
}

// RulebookText is a rulebook's own text.
func (s Tournament) RulebookText(ctx context.Context, eventID int64, name string) (tournament.RulebookText, error) {
	return one[tournament.RulebookText](ctx, s.pool, "text of the rulebook", rulebookText, eventID, name)
}

// KnownRulebookText is what is known of the text that is in, without its body; zero for
// none.
func (tx *setupRows) KnownRulebookText(ctx context.Context, name string) (tournament.RulebookText, error) {
	known, err := list[tournament.RulebookText](ctx, tx, "look for the text of the rulebook", rulebookTexts, tx.eventID)
	i := slices.IndexFunc(known, func(t tournament.RulebookText) bool { return t.Rulebook == name })
	if err != nil || i < 0 {
		return tournament.RulebookText{}, err
	}
	return known[i], nil
}

// SaveRulebookText puts a text in the place of the one before.
func (tx *setupRows) SaveRulebookText(ctx context.Context, t tournament.RulebookText) error {
	return tx.write(ctx, "save the text of the rulebook", "rulebook_text", "rulebook_text", saveRulebookText,
		tx.eventID, t.Rulebook, t.FileName, t.Body, t.Digest, t.SavedAt, t.SavedName)
}

// DeleteRulebookText takes a text away.
func (tx *setupRows) DeleteRulebookText(ctx context.Context, name string) error {
	return tx.remove(ctx, "take the text of the rulebook out", "rulebook_text", `delete from rulebook_text where event_id = $1 and rulebook = $2`, tx.eventID, name)
}
