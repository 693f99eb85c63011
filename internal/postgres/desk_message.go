package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	messageColumns = `m.message_id, m.section_id, m.body, m.sent_by, m.sent_name, m.sent_at, m.ended_at`
	deskMessages   = `select ` + messageColumns + `,
		(select count(*) from desk_message_read r where r.event_id = m.event_id and r.message_id = m.message_id)::int as readers
	from desk_message m
	where m.event_id = $1 and m.ended_at is null
		and not exists (select from desk_message_read r where r.event_id = $1 and r.message_id = m.message_id and r.account_id = $2)
	order by m.message_id desc limit 20`
)

// DeskMessages lists the messages that stand.
func (s Tournament) DeskMessages(ctx context.Context, eventID, account int64) ([]tournament.DeskMessage, error) {
	return list[tournament.DeskMessage](ctx, s.pool, "list the messages", deskMessages, eventID, account)
}

// DismissMessage notes that somebody has read a message; one that does not exist
// is read already.
func (s Tournament) DismissMessage(ctx context.Context, eventID, messageID, account int64) error {
	_, err := exec(ctx, s.pool, "dismiss the message", `insert into desk_message_read (event_id, message_id, account_id, at)
		select event_id, message_id, $3, $4 from desk_message where event_id = $1 and message_id = $2 on conflict do nothing`, eventID, messageID, account, s.now())
	return err
}

// InsertMessage writes a message.
func (tx *floorRows) InsertMessage(ctx context.Context, m tournament.DeskMessage) error {
	_, err := exec(ctx, tx, "send the message", `insert into desk_message (event_id, message_id, section_id, body, sent_by, sent_name, sent_at)
		values ($1, $2, $3, $4, $5, $6, $7)`, tx.eventID, m.MessageID, m.SectionID, m.Body, m.SentBy, m.SentName, m.SentAt)
	return err
}

const endMessage = `update desk_message m set ended_at = $3 where event_id = $1 and message_id = $2 and ended_at is null
	returning ` + messageColumns + `, 0 as readers`

// EndMessage takes a message back.
func (tx *floorRows) EndMessage(ctx context.Context, messageID int64) (tournament.DeskMessage, error) {
	return one[tournament.DeskMessage](ctx, tx, "message", endMessage, tx.eventID, messageID, tx.now)
}
