package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Disputes is the dispute.Store.
type Disputes struct{ *DB }

var _ dispute.Store = Disputes{}

// disputeTx is an open change as package dispute sees it.
type disputeTx struct{ *Tx }

// Reads implements dispute.Store.
func (s Disputes) Reads() dispute.Reader { return s }

// Change implements dispute.Store.
func (s Disputes) Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(dispute.Tx) (journal.Change, error)) (journal.Receipt, error) {
	return s.change(ctx, eventID, cmd, func(tx *Tx) (journal.Change, error) {
		rows := disputeTx{tx}
		return decide(dispute.Tx{Tx: tx.play(), IncidentRows: rows, RulingRows: rows, AppealRows: rows, ConductRows: rows})
	})
}

const (
	incidentColumns = `event_id, incident_id, section_id, match_id, state, kind, summary, facts, revision, called_by, opened_by, opened_at, taken_at, photo, joined_to,
	chief_called_at, pending, writer, writer_name, writing_at, chief_comes, chief_comes_at`
	rulingColumns = `event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason,
	state, replaces, appeal_until, heavy, seconded_by, seconded_by_name, noted_by, noted_by_name, noted_at, held`
	rulingReads = `event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision,
	string_to_array(nullif(articles, ''), ', ') as articles, basis, sentence, reason, state, replaces, appeal_until, heavy, seconded_by, seconded_by_name,
	noted_by, noted_by_name, noted_at, held`
	remedyColumns = `event_id, ruling_id, remedy_no, kind, seat, player_id, team_id, ms, detail, applied`
	appealColumns = `event_id, appeal_id, ruling_id, level, team_id, grounds, filed_by, filed_at, late, state, holder, heard, decided_by, decided_at, reason, new_ruling,
	deposit, accepted_at, accepted_reason, accepted_by_name, holder_name, decided_by_name, question, asked, due_at`
	// An appeal that nobody has decided holds an empty object.
	appealReads = `event_id, appeal_id, ruling_id, level, team_id, grounds, filed_by, filed_at, late, state, holder, nullif(heard::text, '{}')::json as heard,
	decided_by, decided_at, reason, new_ruling, deposit, accepted_at, accepted_reason, accepted_by_name, holder_name, decided_by_name, question, asked, due_at`
	penaltyColumns = `event_id, penalty_id, ruling_id, section_id, player_id, team_id, match_id, offence, step, penalty, scope, state, at`
)

// The incidents of an event, of a section or of matches; what is null does not limit.
const (
	whichIncidents = ` from incident where event_id = $1 and ($2::bigint is null or section_id = $2) and ($3::bigint[] is null or match_id = any($3))`
	whichRulings   = ` from ruling where event_id = $1 and incident_id in (select incident_id` + whichIncidents + `)`
	listIncidents  = `select ` + incidentColumns + whichIncidents + ` order by incident_id desc limit 5000`
	listRulings    = `select ` + rulingReads + whichRulings + ` order by ruling_id desc limit 5000`
	listAppeals    = `select ` + appealReads + ` from appeal where event_id = $1 and ruling_id in (select ruling_id` + whichRulings + `) order by appeal_id desc limit 5000`
)

// List reads incidents with their rulings and appeals.
func (s Disputes) List(ctx context.Context, eventID int64, which dispute.Selection) (dispute.Listing, error) {
	var batch pgx.Batch
	listing := queueListing(&batch, eventID, which)
	err := send(ctx, s.pool, &batch)
	return *listing, failed("list incidents, rulings and appeals", err)
}

func queueListing(batch *pgx.Batch, eventID int64, which dispute.Selection) *dispute.Listing {
	var listing dispute.Listing
	var section *int64
	if which.SectionID != 0 && which.Matches == nil {
		section = &which.SectionID
	}
	batch.Queue(listIncidents, eventID, section, which.Matches).Query(all(&listing.Incidents))
	batch.Queue(listRulings, eventID, section, which.Matches).Query(all(&listing.Rulings))
	batch.Queue(listAppeals, eventID, section, which.Matches).Query(all(&listing.Appeals))
	return &listing
}

// Penalties lists the register of an event, newest first.
func (s Disputes) Penalties(ctx context.Context, eventID int64) ([]dispute.Penalty, error) {
	return list[dispute.Penalty](ctx, s.pool, "list penalties", `select `+penaltyColumns+` from penalty where event_id = $1 order by penalty_id desc limit 5000`, eventID)
}

// A heavy ruling that nobody has looked at, a chief who is called, and a ruling
// that waits for a second official.
const alerts = `select a.kind, a.section_id, a.incident_id, a.ruling_id, coalesce(m.round_no, 0) as round_no, coalesce(p.table_no, 0) as table_no,
	coalesce(m.match_no, 0) as match_no, a.words, a.by_name, a.by_account, a.at
	from (
		select 'heavy' as kind, i.section_id, i.incident_id, r.ruling_id, i.match_id, r.sentence as words, r.made_by_name as by_name, r.made_by as by_account, r.at
		from ruling r join incident i on i.event_id = r.event_id and i.incident_id = r.incident_id
		where r.event_id = $1 and r.level = 'director' and r.state = 'standing' and r.heavy and r.noted_at is null
		union all
		select 'called', section_id, incident_id, 0, match_id, summary, '', 0, chief_called_at from incident
		where event_id = $1 and state in ('called', 'open') and chief_called_at is not null and chief_comes_at is null
		union all
		select 'second', section_id, incident_id, 0, match_id, pending->>'sentence', pending->>'by_name', (pending->>'by')::bigint, (pending->>'at')::timestamptz
		from incident where event_id = $1 and state in ('called', 'open') and json_typeof(pending) = 'object'
	) a
	left join match m on m.event_id = $1 and m.match_id = a.match_id
	left join pairing p on p.event_id = $1 and p.section_id = m.section_id and p.round_no = m.round_no and p.pairing_no = m.pairing_no
	order by a.at, a.incident_id limit $2`

// DeskFrame reads what stands around a page of the desk for one person; the alerts only
// for somebody who hears them.
func (s Disputes) DeskFrame(ctx context.Context, eventID, account int64, hears bool) (dispute.DeskFrame, error) {
	var frame dispute.DeskFrame
	var sealed Sealed
	var batch pgx.Batch
	batch.Queue(journalHead, eventID).Query(single("event", &sealed))
	batch.Queue(deskMessages, eventID, account).Query(all(&frame.Messages))
	if hears {
		batch.Queue(alerts, eventID, dispute.MostAlerts).Query(all(&frame.Alerts))
	}
	err := send(ctx, s.pool, &batch)
	if err == nil {
		frame.Seal, err = sealOf(sealed)
	}
	return frame, failed("read what stands around the desk's pages", err)
}

const penaltiesOfTeam = `select ` + penaltyColumns + ` from penalty where event_id = $1 and team_id = $2
	and ruling_id not in (select ruling_id from ruling where event_id = $1 and held) order by penalty_id desc`

// OfTeam reads what a team may know of disputes; matches are its own.
func (s Disputes) OfTeam(ctx context.Context, eventID, teamID int64, matches []int64) (dispute.OfTeam, error) {
	var of dispute.OfTeam
	var batch pgx.Batch
	listing := queueListing(&batch, eventID, dispute.Selection{Matches: append([]int64{}, matches...)}) // none of no match, not all
	batch.Queue(penaltiesOfTeam, eventID, teamID).Query(all(&of.Penalties))
	err := send(ctx, s.pool, &batch)
	of.Listing = *listing
	return of, failed("read the disputes of a team", err)
}

// WholeIncident reads one incident with everything that belongs to it, in one snapshot.
func (s Disputes) WholeIncident(ctx context.Context, eventID, incidentID int64) (dispute.WholeIncident, error) {
	return s.snapshotFile(ctx, eventID, func(tx disputeTx) (int64, error) { return incidentID, nil })
}

// WholeIncidentOfAppeal reads the file that an appeal belongs to.
func (s Disputes) WholeIncidentOfAppeal(ctx context.Context, eventID, appealID int64) (dispute.WholeIncident, error) {
	return s.snapshotFile(ctx, eventID, func(tx disputeTx) (int64, error) { return tx.IncidentOfAppeal(ctx, appealID) })
}

func (s Disputes) snapshotFile(ctx context.Context, eventID int64, which func(disputeTx) (int64, error)) (dispute.WholeIncident, error) {
	var f dispute.WholeIncident
	err := pgx.BeginTxFunc(ctx, s.pool, snapshot, func(t pgx.Tx) error {
		tx := disputeTx{newTx(ctx, t, eventID, s.now())}
		incidentID, err := which(tx)
		if err != nil {
			return err
		}
		f, err = tx.WholeIncident(ctx, incidentID)
		return err
	})
	return f, failed("read the incident", err)
}

const (
	incidentByID = `select ` + incidentColumns + ` from incident where event_id = $1 and incident_id = $2`
	statementsOf = `select event_id, incident_id, statement_no, speaker, role, player_id, body, taken_by, at from statement
	where event_id = $1 and incident_id = $2 order by statement_no`
	rulingsOf  = `select ` + rulingReads + ` from ruling where event_id = $1 and incident_id = $2 order by ruling_id`
	remediesOf = `select ` + remedyColumns + ` from remedy
	where event_id = $1 and ruling_id in (select ruling_id from ruling where event_id = $1 and incident_id = $2) order by ruling_id, remedy_no`
	appealsOf = `select ` + appealReads + ` from appeal
	where event_id = $1 and ruling_id in (select ruling_id from ruling where event_id = $1 and incident_id = $2) order by appeal_id`
	alsoOpenOf = `select ` + incidentColumns + ` from incident
	where event_id = $1 and match_id = $2 and incident_id <> $3 and state in ('called', 'open') order by incident_id`
	joinedIn        = `select ` + incidentColumns + ` from incident where event_id = $1 and joined_to = $2 order by incident_id`
	teamsOfIncident = `select ` + teamReads + ` from team where event_id = $1 and team_id = any($2)`
	teamsOfSection  = `select ` + teamReads + ` from team where event_id = $1 and section_id = $2 order by name, team_id`
	playersOfTeams  = `select ` + playerColumns + ` from player where event_id = $1 and (team_id = any($2)
		or player_id in (select unnest(array[white_id, black_id]) from game where event_id = $1 and match_id = $3)) order by team_id, seat_order`
	substitutedIn = `select match_id, number, team_id, seat, out_id, in_id, by_name, reason, at from substitution where event_id = $1 and match_id = $2 order by number`
	priorsOfTeams = `select ` + penaltyColumns + ` from penalty
	where event_id = $1 and (team_id = any($2) or player_id in (select player_id from player where event_id = $1 and team_id = any($2)))
		and ruling_id not in (select ruling_id from ruling where event_id = $1 and incident_id = $3)
	order by penalty_id`
	penaltiesOf = `select ` + penaltyColumns + ` from penalty
	where event_id = $1 and ruling_id in (select ruling_id from ruling where event_id = $1 and incident_id = $2) order by penalty_id`
)

// WholeIncident reads an incident as the change sees it. Prior penalties are those of
// the four players and their teams from other incidents.
func (tx disputeTx) WholeIncident(ctx context.Context, incidentID int64) (dispute.WholeIncident, error) {
	var f dispute.WholeIncident
	var err error
	if f.Incident, err = one[dispute.Incident](ctx, tx, "incident", incidentByID, tx.eventID, incidentID); err != nil {
		return f, err
	}
	var teams []int64
	if f.Incident.MatchID != nil {
		rec, err := tx.Record(ctx, *f.Incident.MatchID)
		if err != nil {
			return f, err
		}
		f.Record, teams = &rec, slices.Concat(rec.Pairing.InSlot(1), rec.Pairing.InSlot(2))
	}
	if f.Incident.MatchID == nil { // whom it is about is not known before the ruling
		if f.Others, err = list[tournament.Team](ctx, tx, "list the teams", teamsOfSection, tx.eventID, f.Incident.SectionID); err != nil {
			return f, err
		}
		for _, t := range f.Others {
			teams = append(teams, t.TeamID)
		}
	}
	var remedies []dispute.Remedy
	found := f.Teams[:0:0]
	var batch pgx.Batch
	batch.Queue(sectionByID, tx.eventID, f.Incident.SectionID).Query(single("section", &f.Section))
	batch.Queue(statementsOf, tx.eventID, incidentID).Query(all(&f.Statements))
	batch.Queue(rulingsOf, tx.eventID, incidentID).Query(all(&f.Rulings))
	batch.Queue(remediesOf, tx.eventID, incidentID).Query(all(&remedies))
	batch.Queue(appealsOf, tx.eventID, incidentID).Query(all(&f.Appeals))
	batch.Queue(teamsOfIncident, tx.eventID, teams).Query(all(&found))
	batch.Queue(playersOfTeams, tx.eventID, teams, f.Incident.MatchID).Query(all(&f.Players))
	if f.Incident.MatchID != nil {
		batch.Queue(substitutedIn, tx.eventID, *f.Incident.MatchID).Query(all(&f.Substituted))
		batch.Queue(alsoOpenOf, tx.eventID, *f.Incident.MatchID, incidentID).Query(all(&f.AlsoOpen))
	}
	batch.Queue(joinedIn, tx.eventID, incidentID).Query(all(&f.JoinedIn))
	batch.Queue(priorsOfTeams, tx.eventID, teams, incidentID).Query(all(&f.Priors))
	batch.Queue(penaltiesOf, tx.eventID, incidentID).Query(all(&f.Penalties))
	if err := send(ctx, tx, &batch); err != nil {
		return f, failed("read the incident", err)
	}
	for _, t := range found {
		if f.Record == nil {
			break // they are f.Others
		}
		slot := f.Record.Pairing.Slot(t.TeamID)
		if f.Record.Pairing.TeamID(slot) == t.TeamID {
			f.Teams[slot-1] = t
		} else {
			f.Partners[slot-1] = t
		}
	}
	for i := range f.Rulings {
		for _, r := range remedies {
			if r.RulingID == f.Rulings[i].RulingID {
				f.Rulings[i].Remedies = append(f.Rulings[i].Remedies, r)
			}
		}
	}
	return f, nil
}

// InsertIncident writes a new incident.
func (tx disputeTx) InsertIncident(ctx context.Context, i dispute.Incident) error {
	return tx.write(ctx, "open the incident", "incident", "incident", `insert into incident (`+incidentColumns+`)
		values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $10, $11, $12, $13, $14, null, null, null, '', null, '', null)`,
		tx.eventID, i.IncidentID, i.SectionID, i.MatchID, i.State, i.Kind, i.Summary, i.Facts, i.CalledBy, i.OpenedBy, i.OpenedAt, i.TakenAt, i.Photo, i.JoinedTo)
}

const updateIncident = `update incident set state = $3, kind = $4, summary = $5, facts = $6, opened_by = $7, taken_at = $8, photo = $9, joined_to = $10,
	chief_called_at = $11, pending = $12, writer = $13, writer_name = $14, writing_at = $15, chief_comes = $16, chief_comes_at = $17, revision = revision + 1 where event_id = $1 and incident_id = $2`

// UpdateIncident saves an incident and raises its revision.
func (tx disputeTx) UpdateIncident(ctx context.Context, i dispute.Incident) error {
	return tx.write(ctx, "save the incident", "incident", "incident", updateIncident, tx.eventID, i.IncidentID, i.State, i.Kind, i.Summary, i.Facts, i.OpenedBy, i.TakenAt,
		i.Photo, i.JoinedTo, i.ChiefCalledAt, i.Pending, i.Writer, i.WriterName, i.WritingAt, i.ChiefComes, i.ChiefComesAt)
}

// heardOrNone stores whom a reviewer heard; an appeal that nobody has decided holds an
// empty object.
func heardOrNone(heard *dispute.Hearing) any {
	if heard == nil {
		return json.RawMessage("{}")
	}
	return heard
}

// InsertStatement writes a statement down.
func (tx disputeTx) InsertStatement(ctx context.Context, s dispute.Statement) error {
	_, err := exec(ctx, tx, "write the statement", `insert into statement (event_id, incident_id, statement_no, speaker, role, player_id, body, taken_by, at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, tx.eventID, s.IncidentID, s.StatementNo, s.Speaker, s.Role, s.PlayerID, s.Body, s.TakenBy, s.At)
	return err
}

const openIncidentsOf = `select ` + incidentColumns + ` from incident where event_id = $1 and match_id = $2 and state in ('called', 'open') order by incident_id`

// OpenIncidentsOf lists the open cards of a match, oldest first.
func (tx disputeTx) OpenIncidentsOf(ctx context.Context, matchID int64) ([]dispute.Incident, error) {
	return list[dispute.Incident](ctx, tx, "look for open incidents", openIncidentsOf, tx.eventID, matchID)
}

// OpenIncidentsOf lists the open cards of a match, oldest first.
func (s Disputes) OpenIncidentsOf(ctx context.Context, eventID, matchID int64) ([]dispute.Incident, error) {
	return list[dispute.Incident](ctx, s.pool, "look for open incidents", openIncidentsOf, eventID, matchID)
}

const holdIncident = `update incident set writer = $3, writer_name = $4, writing_at = $5
	where event_id = $1 and incident_id = $2 and state in ('called', 'open') and (writer is null or writer = $3 or writing_at is null or writing_at < $6)`

// Hold implements dispute.Store.
func (s Disputes) Hold(ctx context.Context, eventID, incidentID int64, who journal.Actor) (dispute.Incident, error) {
	now := s.now()
	if _, err := exec(ctx, s.pool, "note who writes", holdIncident, eventID, incidentID, who.AccountID, who.Name, now, now.Add(-dispute.WritingLasts)); err != nil {
		return dispute.Incident{}, err
	}
	return one[dispute.Incident](ctx, s.pool, "incident", incidentByID, eventID, incidentID)
}

// InsertRuling writes a ruling with its remedies.
func (tx disputeTx) InsertRuling(ctx context.Context, r dispute.Ruling) error {
	var batch pgx.Batch
	batch.Queue(`insert into ruling (`+rulingColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`+returning("ruling", "ruling"),
		tx.eventID, r.RulingID, r.IncidentID, r.Level, r.MadeBy, r.MadeByName, r.At, r.Verdict, r.Follows, string(r.Proposal), r.Decision, strings.Join(r.Articles, ", "),
		r.Basis, r.Sentence, r.Reason, r.State, r.Replaces, r.AppealUntil, r.Heavy, r.SecondedBy, r.SecondedByName, r.NotedBy, r.NotedByName, r.NotedAt, r.Held).Query(tx.keeping("ruling"))
	for _, m := range r.Remedies {
		batch.Queue(`insert into remedy (`+remedyColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`+returning("remedy", "remedy"),
			tx.eventID, r.RulingID, m.RemedyNo, m.Kind, m.Seat, m.PlayerID, m.TeamID, m.MS, string(m.Detail), m.Applied).Query(tx.keeping("remedy"))
	}
	return failed("sign the ruling", send(ctx, tx, &batch))
}

// SetRulingState moves a ruling on.
func (tx disputeTx) SetRulingState(ctx context.Context, rulingID int64, state dispute.RulingState) error {
	return tx.write(ctx, "change the ruling", "ruling", "ruling", `update ruling set state = $3 where event_id = $1 and ruling_id = $2`, tx.eventID, rulingID, state)
}

// SetAppealWindow says until when a ruling may be appealed from now on.
func (tx disputeTx) SetAppealWindow(ctx context.Context, rulingID int64, until *time.Time) error {
	return tx.write(ctx, "renew the time to appeal", "ruling", "ruling", `update ruling set appeal_until = $3, appeal_cut = null where event_id = $1 and ruling_id = $2`, tx.eventID, rulingID, until)
}

// AnnounceRuling ends the holding of a ruling, which may be appealed until then.
func (tx disputeTx) AnnounceRuling(ctx context.Context, rulingID int64, appealUntil *time.Time) error {
	return tx.write(ctx, "announce the ruling", "ruling", "ruling", `update ruling set held = false, appeal_until = $3, appeal_cut = null where event_id = $1 and ruling_id = $2`, tx.eventID, rulingID, appealUntil)
}

// NoteRuling says which chief has looked at a ruling.
func (tx disputeTx) NoteRuling(ctx context.Context, r dispute.Ruling) error {
	_, err := exec(ctx, tx, "note the ruling", `update ruling set noted_by = $3, noted_by_name = $4, noted_at = $5 where event_id = $1 and ruling_id = $2`,
		tx.eventID, r.RulingID, r.NotedBy, r.NotedByName, r.NotedAt)
	return err
}

// InsertPenalty writes into the register.
func (tx disputeTx) InsertPenalty(ctx context.Context, p dispute.Penalty) error {
	return tx.write(ctx, "register the penalty", "penalty", "penalty", `insert into penalty (`+penaltyColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		tx.eventID, p.PenaltyID, p.RulingID, p.SectionID, p.PlayerID, p.TeamID, p.MatchID, p.Offence, p.Step, p.Penalty, p.Scope, p.State, p.At)
}

const voidPenalties = `update penalty set state = 'voided' where event_id = $1 and state = 'counts'
	and ruling_id in (select ruling_id from ruling where event_id = $1 and incident_id = $2)`

// VoidPenalty takes one penalty off its ladder; it stays visible.
func (tx disputeTx) VoidPenalty(ctx context.Context, penaltyID int64) error {
	return tx.write(ctx, "void the penalty", "penalty", "penalty", `update penalty set state = 'voided' where event_id = $1 and penalty_id = $2 and state = 'counts'`,
		tx.eventID, penaltyID)
}

// VoidPenalties takes the penalties of all rulings on an incident off their
// ladders; they stay visible.
func (tx disputeTx) VoidPenalties(ctx context.Context, incidentID int64) error {
	return tx.write(ctx, "void the penalties", "penalty", "penalty", voidPenalties, tx.eventID, incidentID)
}

// IncidentOfRuling is the incident a ruling belongs to.
func (tx disputeTx) IncidentOfRuling(ctx context.Context, rulingID int64) (int64, error) {
	var id int64
	err := tx.QueryRow(ctx, `select incident_id from ruling where event_id = $1 and ruling_id = $2`, tx.eventID, rulingID).Scan(&id)
	return id, notFound("ruling", err)
}

// IncidentOfAppeal is the incident an appeal belongs to.
func (tx disputeTx) IncidentOfAppeal(ctx context.Context, appealID int64) (int64, error) {
	var id int64
	err := tx.QueryRow(ctx, `select r.incident_id from appeal a join ruling r using (event_id, ruling_id) where a.event_id = $1 and a.appeal_id = $2`,
		tx.eventID, appealID).Scan(&id)
	return id, notFound("appeal", err)
}

const appealWaits = `select exists (select 1 from appeal a join ruling r using (event_id, ruling_id) join incident i using (event_id, incident_id)
	where a.event_id = $1 and a.state = 'open' and i.match_id = $2)`

// AppealWaits reports whether an appeal about a match is open.
func (tx disputeTx) AppealWaits(ctx context.Context, matchID int64) (bool, error) {
	var waits bool
	err := tx.QueryRow(ctx, appealWaits, tx.eventID, matchID).Scan(&waits)
	return waits, failed("look for an open appeal", err)
}

// InsertAppeal files an appeal; a second open one per ruling and level is refused.
func (tx disputeTx) InsertAppeal(ctx context.Context, a dispute.Appeal) error {
	err := tx.write(ctx, "file the appeal", "appeal", "appeal", `insert into appeal (`+appealColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
		$17, $18, $19, $20, $21, $22, $23, $24, $25)`,
		tx.eventID, a.AppealID, a.RulingID, a.Level, a.TeamID, a.Grounds, a.FiledBy, a.FiledAt, a.Late, a.State, a.Holder, heardOrNone(a.Heard), a.DecidedBy,
		a.DecidedAt, a.Reason, a.NewRuling, a.Deposit, a.AcceptedAt, a.AcceptedReason, a.AcceptedByName, a.HolderName, a.DecidedByName, a.Question, a.Asked, a.DueAt)
	if constraint(err) == "one_open_appeal" {
		return fault.New(fault.Conflict, "An appeal against this ruling is open already.")
	}
	return err
}

const updateAppeal = `update appeal set level = $3, state = $4, holder = $5, heard = $6, decided_by = $7, decided_at = $8, reason = $9, new_ruling = $10,
	deposit = $11, accepted_at = $12, accepted_reason = $13, accepted_by_name = $14, holder_name = $15, decided_by_name = $16, question = $17, asked = $18,
	due_at = $19
	where event_id = $1 and appeal_id = $2`

// UpdateAppeal saves an appeal.
func (tx disputeTx) UpdateAppeal(ctx context.Context, a dispute.Appeal) error {
	return tx.write(ctx, "save the appeal", "appeal", "appeal", updateAppeal, tx.eventID, a.AppealID, a.Level, a.State, a.Holder, heardOrNone(a.Heard), a.DecidedBy, a.DecidedAt,
		a.Reason, a.NewRuling, a.Deposit, a.AcceptedAt, a.AcceptedReason, a.AcceptedByName, a.HolderName, a.DecidedByName, a.Question, a.Asked, a.DueAt)
}

// Ties lists what an official declared to be tied to.
func (tx disputeTx) Ties(ctx context.Context, accountID int64) ([]account.Affiliation, error) {
	return list[account.Affiliation](ctx, tx, "read ties", tiesOfAccount, tx.eventID, accountID)
}

const tiesOfAccount = `select event_id, account_id, kind, team_id, club, created_at from affiliation where event_id = $1 and account_id = $2`

// TiesOf lists what an official declared to be tied to.
func (s Disputes) TiesOf(ctx context.Context, eventID, accountID int64) ([]account.Affiliation, error) {
	return list[account.Affiliation](ctx, s.pool, "read ties", tiesOfAccount, eventID, accountID)
}

// reviewers of a section: section chiefs come before chief floor directors.
const reviewers = `select distinct g.account_id, c.name, g.role as level from role_grant g join account c using (account_id)
	where g.event_id = $1 and g.role in ('section-chief', 'chief') and (g.section_id is null or g.section_id = $2
			or g.section_id = (select from_section from phase_feed where event_id = $1 and section_id = $2 and kind = 'play-off'))
		and g.revoked_at is null and (g.expires_at is null or g.expires_at > $3)
	order by level desc, g.account_id`

// Reviewers lists who decides appeals of a section now.
func (tx disputeTx) Reviewers(ctx context.Context, sectionID int64) ([]dispute.Reviewer, error) {
	return list[dispute.Reviewer](ctx, tx, "list the chiefs", reviewers, tx.eventID, sectionID, tx.now)
}

// Reviewers lists who decides appeals of a section now.
func (s Disputes) Reviewers(ctx context.Context, eventID, sectionID int64) ([]dispute.Reviewer, error) {
	return list[dispute.Reviewer](ctx, s.pool, "list the chiefs", reviewers, eventID, sectionID, s.now())
}
