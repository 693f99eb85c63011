package tournament

import (
	"context"
	"encoding/json"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// addTeamTx enters one team, also into a round that is out.
type addTeamTx struct {
	enterTx
	missedTx
	publishedRounds
}

// missedTx writes down a team as absent in rounds that are out.
type missedTx interface {
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	AddPairings(ctx context.Context, sectionID int64, round int, pairings []Pairing) error
	SetRequestedBye(ctx context.Context, sectionID int64, b RequestedBye) error
}

// publishedRounds says how far a section is.
type publishedRounds interface {
	LastPublished(ctx context.Context, sectionID int64) (round int, err error)
}

// poolTx makes a team of two players of the pool.
type poolTx interface {
	registerTx
	publishedRounds
	EventID() int64
	Now() time.Time
	NextIDs(ctx context.Context, counter string, n int) (first int64, err error)
	Player(ctx context.Context, playerID int64) (Player, error)
	InsertTeams(ctx context.Context, teams []Team) error
	UpdatePlayers(ctx context.Context, players []Player) error
}

// AddTeam enters a team, also late. Without a round of arrival it plays from the
// next round to be paired. A name the section has already, and a player who is
// on its list already, are refused with the name of the other one.
func (s *EntryCommands) AddTeam(ctx context.Context, eventID int64, cmd journal.Command, in NewTeam) (Team, error) {
	return change(ctx, s.arrivals, eventID, cmd.With(in), func(tx addTeamTx) (Team, journal.Change, error) {
		r, err := loadRegister(ctx, tx)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		in = r.team(1, in)
		if err := r.err(); err != nil {
			return Team{}, journal.Change{}, err
		}
		next, err := nextRound(ctx, tx, in.SectionID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		if in.ArrivesRound == 0 {
			in.ArrivesRound = next
		}
		arrives := in.ArrivesRound
		if in.MissedHalf {
			if err := missedScores(r.sections[in.SectionID]); err != nil {
				return Team{}, journal.Change{}, err
			}
			in.ArrivesRound = min(arrives, next) // rounds to come are byes on request
		}
		teams, players, err := r.admit(ctx, tx, []NewTeam{in}, nil)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		t := teams[0]
		if in.MissedHalf {
			if err := missed(ctx, tx, t, arrives); err != nil {
				return Team{}, journal.Change{}, err
			}
		}
		told := sheet(t, players)
		told["code"], told["arrives in round"], told["half points for rounds missed"] = t.Code, arrives, in.MissedHalf
		return t, journal.Change{Action: "enter team", Subject: journal.Subject(r.sections[t.SectionID].Slug, "team "+t.Name), After: told}, nil
	})
}

// missedScores refuses points for rounds missed where there are no byes on request.
func missedScores(s Section) error {
	if s.ByeRounds() > 0 {
		return nil
	}
	var form fault.Form
	form.Add("missed_half", "In a knockout nobody scores for a round missed: a late team has no place in the bracket.")
	return form.Err()
}

// missed gives a late team half a pairing for each round before its arrival: a
// bye in those that are published, a requested one in those to come.
func missed(ctx context.Context, tx missedTx, t Team, arrives int) error {
	book, err := tx.Book(ctx, t.SectionID)
	if err != nil {
		return err
	}
	kind, half := ByeHalf, book.Section.MaxPairingPoints()/2
	for n := 1; n < min(arrives, book.Section.ByeRounds()+1); n++ {
		r := book.Round(n)
		if r == nil || !r.Public() {
			err = tx.SetRequestedBye(ctx, t.SectionID, RequestedBye{n, t.TeamID, kind})
		} else {
			last := 0
			for _, p := range r.Pairings {
				last = max(last, p.PairingNo)
			}
			err = tx.AddPairings(ctx, t.SectionID, n, []Pairing{{
				EventID: t.EventID, SectionID: t.SectionID, RoundNo: n, PairingNo: last + 1, Bye: &kind, ByePoints: &half, Team1: &t.TeamID,
				Reason: json.RawMessage(`{}`),
			}})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nextRound is the first round that is not published yet.
func nextRound(ctx context.Context, tx publishedRounds, sectionID int64) (int, error) {
	last, err := tx.LastPublished(ctx, sectionID)
	return last + 1, err
}

func names(players []Player) []string {
	list := make([]string, len(players))
	for i, p := range players {
		list[i] = p.Name()
	}
	return list
}

// AddPoolPlayer enters a player who looks for a partner.
func (s *EntryCommands) AddPoolPlayer(ctx context.Context, eventID int64, cmd journal.Command, in NewPoolPlayer) (Player, error) {
	return change(ctx, s.enter, eventID, cmd.With(in), func(tx enterTx) (Player, journal.Change, error) {
		r, err := loadRegister(ctx, tx)
		if err != nil {
			return Player{}, journal.Change{}, err
		}
		section, ok := r.sections[in.SectionID]
		if !ok {
			return Player{}, journal.Change{}, fault.New(fault.NotFound, "There is no such section.")
		}
		in.Player = r.player(1, 0, in.SectionID, in.Player, in.SameName, "")
		if err := r.err(); err != nil {
			return Player{}, journal.Change{}, err
		}
		_, players, err := r.admit(ctx, tx, nil, []NewPoolPlayer{in})
		if err != nil {
			return Player{}, journal.Change{}, err
		}
		return players[0], journal.Change{
			Reach: journal.DeskOnly, Action: "enter player", Subject: journal.Subject(section.Slug, "pool"), After: players[0].sheet(),
		}, nil
	})
}

// PairPool makes a team of two players from the pool; the first sits first. An
// empty name becomes their last names.
func (s *EntryCommands) PairPool(ctx context.Context, eventID int64, cmd journal.Command, name string, first, second int64) (Team, error) {
	if err := limit.Text("name", name); err != nil {
		return Team{}, err
	}
	return change(ctx, s.pool, eventID, cmd, func(tx poolTx) (Team, journal.Change, error) {
		var pair [2]Player
		for i, id := range []int64{first, second} {
			p, err := tx.Player(ctx, id)
			if err != nil {
				return Team{}, journal.Change{}, err
			}
			if p.TeamID != nil {
				return Team{}, journal.Change{}, fault.New(fault.Conflict, "%s has a partner already. Choose somebody from the pool.", p.Name())
			}
			pair[i] = p
		}
		if first == second || pair[0].SectionID != pair[1].SectionID {
			return Team{}, journal.Change{}, fault.New(fault.Invalid, "Choose two different players of one section.")
		}
		r, err := loadRegister(ctx, tx)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		section := r.sections[pair[0].SectionID]
		if section.EntrySize() != 2 {
			return Team{}, journal.Change{}, fault.New(fault.Conflict, "In %s everybody plays alone.", section.Name)
		}
		t, err := r.join(ctx, tx, section, tidy(name), &pair)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		return t, journal.Change{
			Action: "make a team from the pool", Subject: journal.Subject(section.Slug, "team "+t.Name),
			After: map[string]any{"team": t.Name, "code": t.Code, "players": names(pair[:])},
		}, nil
	})
}

func (r *register) join(ctx context.Context, tx poolTx, section Section, name string, pair *[2]Player) (Team, error) {
	if name == "" {
		name = madeName(section, newPlayers(pair[:]), r.hides(section))
	}
	r.teamName(1, section.SectionID, name)
	if err := r.err(); err != nil {
		return Team{}, err
	}
	arrives, err := nextRound(ctx, tx, section.SectionID)
	if err != nil {
		return Team{}, err
	}
	id, err := tx.NextIDs(ctx, "team", 1)
	if err != nil {
		return Team{}, err
	}
	t := Team{
		EventID: tx.EventID(), TeamID: id, SectionID: section.SectionID, Name: name, NameKey: NameKey(name), Slug: r.slug(name, id),
		Code: r.code(section, id), Strength: strength(pair[:]), State: TeamHere, ArrivesRound: arrives, CreatedAt: tx.Now(),
	}
	if pair[0].School == pair[1].School {
		t.School = pair[0].School
	}
	if err := tx.InsertTeams(ctx, []Team{t}); err != nil {
		return Team{}, err
	}
	for seat := range pair {
		pair[seat].TeamID, pair[seat].SeatOrder = &t.TeamID, ptr(seat+1)
	}
	return t, tx.UpdatePlayers(ctx, pair[:])
}
