package tournament

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// RepairPreview is what pairing named tables of a published round afresh comes to,
// while every other table stays.
type RepairPreview struct {
	RoundNo int
	Before  []PublishedTable  // the named tables, and the bye when it is among them
	After   []PublishedTable  // what they become
	Same    bool              // the same teams meet
	Stuck   bool              // no legal pairing of these teams exists
	Aside   []phrase.Sentence // rules the new tables set aside

	numbers []int // of the pairings that are replaced
	changed []Pairing
}

// RepairPreview pairs the teams of the named tables again on the results of now.
// withBye takes the team with the bye of the pairing system in as well. The other
// tables of the round stand as they are. Teams that have left since are not
// paired again.
func (b *SectionBook) RepairPreview(round int, tables []int, withBye bool) (RepairPreview, error) {
	r := b.Round(round)
	if r == nil || !r.Public() {
		return RepairPreview{}, fault.New(fault.Conflict, "Round %d is not published.", round)
	}
	if slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return p.Partner1 != nil || p.Partner2 != nil }) {
		return RepairPreview{}, fault.New(fault.Conflict, "Partners are drawn for the whole round at once: single tables cannot be paired again. Take the round back instead.")
	}
	for _, table := range tables {
		if r.AtTable(table) == nil {
			return RepairPreview{}, fault.New(fault.Invalid, "Round %d has no table %d.", round, table)
		}
	}
	in, err := b.PairingInput(round)
	if err != nil {
		return RepairPreview{}, err
	}
	meant := func(p Pairing) bool {
		return p.Bye == nil && slices.Contains(tables, p.Table()) || withBye && p.Bye != nil && *p.Bye == ByePairing
	}
	var draft *Draft
	if in.bracket != nil {
		if draft, err = bracketAgain(b, in, r, meant); err != nil {
			return RepairPreview{}, err
		}
		named := meant
		meant = func(p Pairing) bool {
			return named(p) || p.Bye != nil && *p.Bye == ByePairing && !draft.hasBye([]int64{p.TeamID(1)})
		}
	}
	out := RepairPreview{RoundNo: round}
	var kept []Pairing
	for _, p := range r.Pairings {
		if !meant(p) {
			kept = append(kept, p)
			continue
		}
		out.numbers = append(out.numbers, p.PairingNo)
		out.Before = append(out.Before, tablesOf([]Pairing{p})...)
	}
	if draft == nil {
		if len(out.Before) < 2 {
			return RepairPreview{}, fault.New(fault.Invalid, "Name at least two tables, or a table and the bye: the teams of one table have nobody else to meet.")
		}
		if draft, err = pairAround(b, in, kept, out.Before); err != nil {
			return RepairPreview{}, err
		}
	}
	if out.Stuck = draft.NoPairing != nil; out.Stuck {
		return out, nil
	}
	if err := placeAgain(b, &out, draft, kept); err != nil {
		return RepairPreview{}, err
	}
	out.Aside, err = setAside(b, round, out.changed)
	return out, err
}

// pairAround lets the system pair the teams of the freed tables; kept pairings
// stand. A team that was not paired in the round stays out.
func pairAround(b *SectionBook, in *PairingInput, kept []Pairing, freed []PublishedTable) (*Draft, error) {
	if b.Section.System == Rotating {
		return nil, fault.New(fault.Conflict, "Rotating partners are drawn for the whole round: let two players change places, or take the round back.")
	}
	stands := map[int64]*ByeKind{} // teams whose place is kept, with the bye they have
	none := ByeKind("")
	var fixed []pairing.Pair
	for _, p := range kept {
		bye := &none
		if p.Bye != nil {
			bye = p.Bye
		}
		for _, id := range []int64{p.TeamID(1), p.TeamID(2)} {
			if id != 0 {
				stands[id] = bye
			}
		}
		if p.Bye == nil || *p.Bye == ByePairing {
			fixed = append(fixed, pairing.Pair{White: in.number[p.TeamID(1)], Black: in.number[p.TeamID(2)]})
		}
	}
	playing := map[int64]bool{}
	for _, row := range freed {
		playing[row.Team1], playing[row.Team2] = true, true
	}
	for i := range in.Tournament.Participants {
		p := &in.Tournament.Participants[i]
		id := in.team[p.Number]
		switch bye, keeps := stands[id]; {
		case keeps && (*bye == none || *bye == ByePairing):
			p.Withdrawn, p.Bye = 0, pairing.NotArrived
		case keeps:
			p.Withdrawn, p.Bye = 0, byeKinds[*bye]
		case !playing[id]:
			p.Withdrawn = in.Tournament.Round
		}
	}
	return draftRound(b, in, fixed, nil)
}

// placeAgain writes the new pairs at the freed tables, in the order of the draft, and
// at new ones behind the last when there are more.
func placeAgain(b *SectionBook, out *RepairPreview, d *Draft, kept []Pairing) error {
	was := map[[2]int64]bool{}
	for _, row := range out.Before {
		was[meeting(row.Team1, row.Team2)] = true
	}
	stands := map[[2]int64]bool{}
	last, number := b.Section.FirstTable-1, 0
	for _, p := range kept {
		stands[meeting(p.TeamID(1), p.TeamID(2))] = true
		last, number = max(last, p.Table()), max(number, p.PairingNo)
	}
	var free []int
	for _, row := range out.Before {
		if row.Table > 0 {
			free = append(free, row.Table)
			last = max(last, row.Table)
		}
	}
	numbers := slices.Clone(out.numbers)
	number = max(number, slices.Max(numbers))
	take := func(list *[]int, next *int) int {
		if len(*list) > 0 {
			n := (*list)[0]
			*list = (*list)[1:]
			return n
		}
		*next++
		return *next
	}
	out.Same = true
	found := 0
	for _, t := range d.Tables {
		pair := meeting(t.First.TeamID, t.Second.TeamID)
		if stands[pair] {
			found++
			continue
		}
		out.Same = out.Same && was[pair]
		t.Table = take(&free, &last)
		out.changed = append(out.changed, pairingAt(b, out.RoundNo, take(&numbers, &number), t))
	}
	for _, bye := range d.Byes {
		if pair := meeting(0, bye.TeamID); bye.Kind == ByePairing && stands[pair] {
			found++
		} else if bye.Kind == ByePairing {
			out.Same = out.Same && was[pair]
			out.changed = append(out.changed, Pairing{
				RoundNo: out.RoundNo, PairingNo: take(&numbers, &number), Bye: &bye.Kind, ByePoints: &bye.Award, Team1: &bye.TeamID,
				Reason: encodeReason(pairingReason{PairingReasons: bye.pairingReasons()}),
			})
		}
	}
	if byes := slices.DeleteFunc(slices.Clone(kept), func(p Pairing) bool { return p.Bye != nil && *p.Bye != ByePairing }); found != len(byes) {
		return fault.New(fault.Conflict, "The pairing system sets the whole round at once: single tables cannot be paired again. Take the round back instead.")
	}
	out.After = tablesOf(out.changed)
	return nil
}

// RepairInput names the tables of a published round that are paired again.
type RepairInput struct {
	DraftInput
	Tables  []int
	WithBye bool
}

// RepairRound pairs named tables of a published round again, as version n+1. None
// of them may have a result, an incident or a recorded move. A reason is required.
func (s *RoundCommands) RepairRound(ctx context.Context, eventID int64, cmd journal.Command, in RepairInput) (journal.Receipt, error) {
	return s.published(ctx, eventID, cmd.With(in), func(tx publishedTx) (journal.Change, error) {
		book, round, err := loadPublished(ctx, tx, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		if cmd.Unexplained() {
			var form fault.Form
			form.Add("reason", "Say why these tables change after publication.")
			return journal.Change{}, form.Err()
		}
		again, err := book.RepairPreview(in.RoundNo, in.Tables, in.WithBye)
		switch {
		case err != nil:
			return journal.Change{}, err
		case again.Stuck:
			return journal.Change{}, fault.New(fault.Conflict, "No legal pairing of these tables exists. Name more tables, or let two teams change places.")
		case again.Same:
			return journal.Change{}, fault.New(fault.Conflict, "The same teams would meet. Nothing was changed.")
		}
		touched, err := tx.RoundActivity(ctx, in.SectionID, in.RoundNo, again.numbers)
		if err != nil {
			return journal.Change{}, err
		}
		if len(touched) > 0 {
			return journal.Change{}, pairingStays(touched)
		}
		version, err := replace(ctx, book, tx, cmd.Actor, round, again.numbers, again.changed)
		if err != nil {
			return journal.Change{}, err
		}
		answer := saidTogether(phrase.Of("%s paired again. Version %d is published.", tableWords(again.Before), version), again.Aside...)
		return journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "pair tables again", Subject: journal.Subject(book.Section.Slug, fmt.Sprintf("round %d", in.RoundNo)),
			Before: again.Before, After: map[string]any{"version": version, "pairings": again.After, "set aside": inEnglish(again.Aside)}, Answer: answer,
		}, nil
	})
}

// tableWords names tables at the start of a sentence: "Tables 3 and 7 are".
func tableWords(rows []PublishedTable) phrase.Sentence {
	var tables []string
	bye := false
	for _, row := range rows {
		bye = bye || row.Table == 0
		if row.Table > 0 {
			tables = append(tables, strconv.Itoa(row.Table))
		}
	}
	switch {
	case len(tables) == 1 && bye:
		return phrase.Of("Table %s and the bye are", tables[0])
	case len(tables) == 1:
		return phrase.Of("Table %s is", tables[0])
	case bye:
		return phrase.Of("Tables %s and the bye are", fault.List(tables...))
	}
	return phrase.Of("Tables %s are", fault.And(tables...))
}

// replace writes changed pairings in place of those with the numbers and opens
// the next version of the round, which it returns.
func replace(ctx context.Context, b *SectionBook, tx publishedTx, who journal.Actor, round *Round, numbers []int, changed []Pairing) (int, error) {
	if err := tx.RemovePairings(ctx, b.Section.SectionID, round.RoundNo, numbers); err != nil {
		return 0, err
	}
	if err := tx.AddPairings(ctx, b.Section.SectionID, round.RoundNo, changed); err != nil {
		return 0, err
	}
	if err := tx.SaveTableClocks(ctx, b.Section.SectionID, round.RoundNo, withTheirTime(round, changed)); err != nil {
		return 0, err
	}
	all := slices.DeleteFunc(slices.Clone(round.Pairings), func(p Pairing) bool { return slices.Contains(numbers, p.PairingNo) })
	all = append(all, changed...)
	p := Publication{RoundNo: round.RoundNo, Version: round.Publication + 1, PublishedAt: tx.Now(), Tables: tablesOf(all)}
	return p.Version, tx.OpenPublication(ctx, b.Section.SectionID, p, who.AccountID, round.StartsAt)
}

// withTheirTime are the changed pairings at a table that has a time of its own, which it keeps:
// the minutes that it began late, or that it stands.
func withTheirTime(round *Round, changed []Pairing) []Pairing {
	var timed []Pairing
	for _, p := range changed {
		was := round.AtTable(p.Table())
		if p.Bye != nil || was == nil || was.ExtraS == 0 && was.PausedAt == nil {
			continue
		}
		timed = append(timed, Pairing{PairingNo: p.PairingNo, ExtraS: was.ExtraS, PausedAt: was.PausedAt, PauseReason: was.PauseReason})
	}
	return timed
}
