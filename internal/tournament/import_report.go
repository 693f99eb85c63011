package tournament

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Content is what a section holds, before it is written: with numbers as ids.
type Content struct {
	Section Section // with the settings that the content asks for
	Teams   []Team
	Players []Player
	LineUps []LineUp       // who played, where not the first two of a team; from match 1 of a round on
	Rounds  []Round        // with pairings and results
	Points  []TeamPoints   // penalties and bonuses
	Byes    []RequestedBye // of the coming round
	Apart   []ForbiddenPair
}

// Book is the content as if it were in a section already.
func (c *Content) Book() *SectionBook {
	b := &SectionBook{Section: c.Section, Teams: c.Teams, Players: c.Players, LineUps: c.LineUps, Rounds: c.Rounds, Points: c.Points, Byes: c.Byes, Apart: c.Apart}
	b.Index()
	return b
}

// ReportImport is a report file for an empty section. Source is the name of the
// file, for the journal. Read says what the file makes of the section as it stands,
// or why it cannot (see package reportfile).
type ReportImport struct {
	SectionID int64
	Source    string
	Read      func(Section) (*Content, error)
}

// ImportedReport says what the import made.
type ImportedReport struct {
	Teams, Players, Rounds, Results int
}

// reportTx writes a section that was played elsewhere, each kind of row by its own part.
type reportTx struct {
	sections settingsTx
	entries  enterTx
	wishes   WishRows
	points   pointsTx
	lineUps  LineUpRows
	drafts   draftTx
	rounds   publicationTx
	results  confirmTx
}

// pointsTx writes points of teams that no result brought.
type pointsTx interface {
	InsertTeamPoints(ctx context.Context, sectionID int64, points []TeamPoints) error
}

// ImportReport makes the teams, rounds and results of a report in a section that
// has no entries yet, whole or not at all, as one journal entry. The results count
// as verified, with the file as their source.
func (s *EntryCommands) ImportReport(ctx context.Context, eventID int64, cmd journal.Command, in ReportImport) (ImportedReport, error) {
	return change(ctx, s.reports, eventID, cmd.With(in), func(tx reportTx) (ImportedReport, journal.Change, error) {
		book, err := tx.sections.Book(ctx, in.SectionID)
		if err != nil {
			return ImportedReport{}, journal.Change{}, err
		}
		if err := mayTakeReport(book); err != nil {
			return ImportedReport{}, journal.Change{}, err
		}
		content, err := in.Read(book.Section)
		if err != nil {
			return ImportedReport{}, journal.Change{}, err
		}
		w := reportWriter{tx: tx, content: content, by: cmd.Actor, source: in.Source, ids: map[int64]int64{}, players: map[int64]int64{}}
		made, err := w.write(ctx)
		return made, journal.Change{
			Action: "import report", Subject: journal.Subject(book.Section.Slug, "report"),
			After: map[string]any{"file": in.Source, "made": made, "settings": valuesFrom(Founding, content.Section), "points": content.Points},
		}, err
	})
}

// mayTakeReport refuses a section that has anything in it.
func mayTakeReport(b *SectionBook) error {
	if len(b.Teams)+len(b.Players)+len(b.Rounds) > 0 {
		return fault.New(fault.Conflict, "%s has entries already. A report goes into an empty section: make a new one in the set-up.", b.Section.Name)
	}
	return nil
}

type reportWriter struct {
	tx      reportTx
	content *Content
	by      journal.Actor
	source  string
	ids     map[int64]int64 // number in the file → team id
	players map[int64]int64 // number in the content → player id
	made    ImportedReport
}

func (w *reportWriter) write(ctx context.Context) (ImportedReport, error) {
	w.content.Section.Revision++
	if err := w.tx.sections.UpdateSection(ctx, w.content.Section); err != nil {
		return w.made, err
	}
	if err := w.entries(ctx); err != nil {
		return w.made, err
	}
	book := w.content.Book()
	for i := range w.content.Rounds {
		if err := w.round(ctx, book, &w.content.Rounds[i]); err != nil {
			return w.made, err
		}
	}
	return w.made, w.wishes(ctx)
}

// wishes writes the byes of the coming round, the pairs that must not meet, and the
// penalties and bonuses.
func (w *reportWriter) wishes(ctx context.Context) error {
	section := w.content.Section.SectionID
	for i := range w.content.Points {
		w.content.Points[i].TeamID = w.ids[w.content.Points[i].TeamID]
	}
	if err := w.tx.points.InsertTeamPoints(ctx, section, w.content.Points); err != nil {
		return err
	}
	for _, bye := range w.content.Byes {
		bye.TeamID = w.ids[bye.TeamID]
		if err := w.tx.wishes.SetRequestedBye(ctx, section, bye); err != nil {
			return err
		}
	}
	for _, p := range w.content.Apart {
		p.TeamID, p.OtherID = w.ids[p.TeamID], w.ids[p.OtherID]
		if p.TeamID > p.OtherID {
			p.TeamID, p.OtherID = p.OtherID, p.TeamID
		}
		if err := w.tx.wishes.SetForbiddenPair(ctx, section, p); err != nil {
			return err
		}
	}
	return nil
}

// entries writes teams, players and line-ups with ids of their own.
func (w *reportWriter) entries(ctx context.Context) error {
	register, err := loadRegister(ctx, w.tx.entries)
	if err != nil {
		return err
	}
	teams, players := w.content.Teams, w.content.Players
	team, err := w.tx.entries.NextIDs(ctx, "team", len(teams))
	if err != nil {
		return err
	}
	player, err := w.tx.entries.NextIDs(ctx, "player", len(players))
	if err != nil {
		return err
	}
	section := w.content.Section
	for i := range teams {
		t := &teams[i]
		id := team + int64(i)
		w.ids[t.TeamID] = id
		t.EventID, t.TeamID, t.SectionID, t.CreatedAt = w.tx.entries.EventID(), id, section.SectionID, w.tx.entries.Now()
		t.Slug, t.Code = register.slug(t.Name, id), register.code(section, id)
	}
	for i := range players {
		p := &players[i]
		w.players[p.PlayerID] = player + int64(i)
		p.EventID, p.PlayerID, p.SectionID, p.CreatedAt = w.tx.entries.EventID(), player+int64(i), section.SectionID, w.tx.entries.Now()
	}
	w.made.Teams, w.made.Players = len(teams), len(players)
	if err := w.tx.entries.InsertTeams(ctx, teams); err != nil {
		return err
	}
	if err := w.tx.entries.InsertPlayers(ctx, players); err != nil {
		return err
	}
	for i := range w.content.LineUps {
		l := &w.content.LineUps[i]
		l.TeamID, l.FirstID, l.SecondID = w.ids[l.TeamID], w.players[l.FirstID], w.players[l.SecondID]
		l.SetBy, l.SetAt = w.by.Name, w.tx.entries.Now()
		if err := w.tx.lineUps.SaveLineUp(ctx, section.SectionID, *l); err != nil {
			return err
		}
	}
	return nil
}

// round publishes a round as it was and enters its results.
func (w *reportWriter) round(ctx context.Context, book *SectionBook, r *Round) error {
	section := w.content.Section.SectionID
	if err := w.tx.drafts.SaveDraft(ctx, section, r.RoundNo, nil, 0); err != nil {
		return err
	}
	for i := range r.Pairings {
		p := &r.Pairings[i]
		p.Team1 = w.id(p.Team1)
		p.Team2 = w.id(p.Team2)
		for k := range p.Matches {
			p.Matches[k].Games = seats(book, *p, p.Matches[k].MatchNo, book.Section.SeatRotation.Seating(p.Matches[k].MatchNo))
		}
	}
	var startsAt *time.Time
	if _, err := publish(ctx, book, w.tx.rounds, w.by, r.RoundNo, r.Pairings, startsAt); err != nil {
		return err
	}
	w.made.Rounds++
	for _, p := range r.Pairings {
		for _, m := range p.Matches {
			if m.Result == nil {
				continue
			}
			if err := w.result(ctx, m); err != nil {
				return err
			}
		}
	}
	return w.tx.results.SettleRound(ctx, section, r.RoundNo)
}

func (w *reportWriter) id(number *int64) *int64 {
	if number == nil {
		return nil
	}
	return ptr(w.ids[*number])
}

func (w *reportWriter) result(ctx context.Context, m Match) error {
	report := *m.Result
	var err error
	if report.ReportID, err = w.tx.results.NextID(ctx, "report"); err != nil {
		return err
	}
	report.EventID, report.MatchID, report.At = w.tx.entries.EventID(), m.MatchID, w.tx.entries.Now()
	report.Source, report.ByAccount, report.ByName = "import", &w.by.AccountID, w.by.Name
	report.Ends, report.Slip, report.State = json.RawMessage("{}"), w.source, ReportConfirmed
	report.Reason = "Imported from a report file."
	w.made.Results++
	if err := w.tx.results.InsertReport(ctx, report); err != nil {
		return err
	}
	m.State = MatchVerified
	return w.tx.results.UpdateMatch(ctx, m)
}
