package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	bookPrizePlan = `select revision, split, several, public, currency from prize_plan where event_id = $1 and section_id = $2`
	bookPrizes    = `select name, category, place, money from prize where event_id = $1 and section_id = $2 order by prize_no`

	savePrizePlan = `insert into prize_plan (event_id, section_id, revision, split, several, public, currency) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (event_id, section_id) do update set revision = excluded.revision, split = excluded.split, several = excluded.several,
			public = excluded.public, currency = excluded.currency`
	deletePrizes = `delete from prize where event_id = $1 and section_id = $2`
	insertPrize  = `insert into prize (event_id, section_id, prize_no, name, category, place, money) values ($1, $2, $3, $4, $5, $6, $7)`
)

// SavePrizePlan replaces the prizes of a section in one round trip.
func (tx *setupRows) SavePrizePlan(ctx context.Context, sectionID int64, p tournament.PrizePlan) error {
	var batch pgx.Batch
	batch.Queue(savePrizePlan+returning("prize_plan", "prize_plan"), tx.eventID, sectionID, p.Revision, p.Split, p.Several, p.Public, p.Currency).Query(tx.keeping("prize_plan"))
	batch.Queue(deletePrizes+returningGone("prize"), tx.eventID, sectionID).Query(tx.keepingGone("prize"))
	for i, prize := range p.Prizes {
		batch.Queue(insertPrize+returning("prize", "prize"), tx.eventID, sectionID, i+1, prize.Name, prize.Category, prize.Place, prize.Money).Query(tx.keeping("prize"))
	}
	return failed("save the prizes", send(ctx, tx, &batch))
}

// withPrizes queues the reads of a section's prizes into its book.
func withPrizes(batch *pgx.Batch, eventID, sectionID int64, book *tournament.SectionBook) {
	batch.Queue(bookPrizePlan, eventID, sectionID).Query(func(rows pgx.Rows) error {
		plans, err := pgx.CollectRows(rows, pgx.RowToStructByName[tournament.PrizePlan])
		if len(plans) == 1 {
			book.Prizes = plans[0]
		}
		return err
	})
	batch.Queue(bookPrizes, eventID, sectionID).Query(func(rows pgx.Rows) error {
		var err error
		book.Prizes.Prizes, err = pgx.CollectRows(rows, pgx.RowToStructByName[tournament.Prize])
		return err
	})
}
