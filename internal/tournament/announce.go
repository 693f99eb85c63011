package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// FinalHeld reports whether the results of the last round are kept from everybody: the section
// announces its final standings, the last round is out, and nobody announced them yet. Whoever knew
// those results could work the standings out.
func FinalHeld(b *SectionBook) bool {
	r := b.Current()
	return b.Section.HoldFinal && r != nil && r.RoundNo >= b.LastRound() && b.Section.AnnouncedRound < r.RoundNo
}

// HeldRuling is a ruling that is not announced.
type HeldRuling struct {
	RulingID int64
	MatchID  *int64 // nil for one that is about no match
}

// ForEverybody is the book without what is not announced: the results of a last round whose
// standings are held, and those of matches with a ruling that is. Of these it says that there is a
// result, and nothing of what it is. A book without secrets is returned as it is; neither may be
// written to afterwards.
func ForEverybody(b *SectionBook) *SectionBook {
	return withheld(b, FinalHeld(b))
}

// ForTeam is the book as the teams of its matches may know it: they have played those, whatever is
// announced, but learn of no ruling that is held.
func ForTeam(b *SectionBook) *SectionBook { return withheld(b, false) }

func withheld(b *SectionBook, final bool) *SectionBook {
	playOffs := make([]*SectionBook, len(b.PlayOffs))
	for i, p := range b.PlayOffs {
		playOffs[i] = ForEverybody(p)
	}
	if !slices.Equal(playOffs, b.PlayOffs) {
		b = WithPlayOffs(b, playOffs)
	}
	if !final && len(b.Held) == 0 {
		return b
	}
	open, last := *b, 0
	if final {
		last = b.Current().RoundNo
	}
	open.Rounds = slices.Clone(b.Rounds)
	for i := range open.Rounds {
		r := &open.Rounds[i]
		all := final && r.RoundNo == last
		r.Pairings = slices.Clone(r.Pairings)
		for k := range r.Pairings {
			holdBack(&r.Pairings[k], func(m Match) bool { return all || rulingHeld(b, m.MatchID) })
		}
	}
	open.Points = slices.DeleteFunc(slices.Clone(b.Points), func(p TeamPoints) bool {
		return final && p.RoundNo >= last || p.RulingID != nil && pointsHeld(b, *p.RulingID)
	})
	if final {
		open.PlayOffs = nil // who plays off tells who is level
		out := b.Current().PublishedAt
		open.Ties = slices.DeleteFunc(slices.Clone(b.Ties), func(t TieOrder) bool { return out != nil && t.DecidedAt.After(*out) })
	}
	return &open
}

func rulingHeld(b *SectionBook, matchID int64) bool {
	return slices.ContainsFunc(b.Held, func(h HeldRuling) bool { return h.MatchID != nil && *h.MatchID == matchID })
}

func pointsHeld(b *SectionBook, rulingID int64) bool {
	return slices.ContainsFunc(b.Held, func(h HeldRuling) bool { return h.RulingID == rulingID })
}

// holdBack takes what matches came to out of a pairing, and who went on because of it.
func holdBack(p *Pairing, held func(Match) bool) {
	if !slices.ContainsFunc(p.Matches, held) {
		return
	}
	p.DeciderSlot, p.DeciderHow, p.Decider = nil, "", ""
	p.Matches = slices.Clone(p.Matches)
	for i := range p.Matches {
		m := &p.Matches[i]
		if !held(*m) {
			continue
		}
		m.Held = m.Held || m.Result != nil
		if m.State = MatchOpen; m.Held {
			m.State = MatchReported
		}
		m.Result, m.Reopened, m.Reports, m.VerifiedAt, m.UnderReview = nil, nil, nil, nil, false
		for board := range m.Games {
			m.Games[board].Winner, m.Games[board].Reason = nil, ""
		}
	}
}

// announceTx announces the final standings of a section.
type announceTx interface {
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	SetAnnounced(ctx context.Context, sectionID int64, round int) error
}

// AnnounceStandings lets everybody see the results of the last round and the final standings. It
// is refused while a match of that round has no result, and cannot be taken back: what was read in
// the hall is known. A round that is added later is held again.
func (s *RoundCommands) AnnounceStandings(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64) error {
	_, err := s.announcements(ctx, eventID, cmd, func(tx announceTx) (journal.Change, error) {
		b, err := tx.Book(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		if !FinalHeld(b) {
			return journal.Change{}, fault.New(fault.Conflict, "The final standings of %s are not held: there is nothing to announce.", b.Section.Name)
		}
		last := b.Current()
		if count := last.Progress(); count.Oldest != nil {
			return journal.Change{}, fault.New(fault.Conflict, "Table %d of round %d has no result that counts. Announce the standings when all tables have one.", count.Oldest.Table(), last.RoundNo)
		}
		return journal.Change{
			Reach: journal.InSection(sectionID), Action: "announce standings", Subject: b.Section.Slug,
			Before: map[string]int{"announced round": b.Section.AnnouncedRound}, After: map[string]int{"announced round": last.RoundNo}, Reason: cmd.Reason,
		}, tx.SetAnnounced(ctx, sectionID, last.RoundNo)
	})
	return err
}
