package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// DraftInput names a round and the revision of it that the form showed.
type DraftInput struct {
	SectionID int64
	RoundNo   int
	Revision  int
}

// MakeDraftInput asks for a draft of a round.
type MakeDraftInput struct {
	DraftInput
	// Keep lets pairs set by hand in the present draft stand.
	Keep bool
	// Fix are exceptions that were offered when no legal pairing existed: two
	// teams that meet, or one team that gets the bye.
	Fix [][]int64
	// Undo are the teams of a table or a bye set by hand that stands no longer.
	Undo []int64
	// Watch, when given, is told how far the work has come.
	Watch func(DraftProgress) `limit:"-"`
}

// DraftEditInput is one change of a draft by hand.
type DraftEditInput struct {
	DraftInput
	Kind            DraftEditKind
	TeamID, OtherID int64
	Table           int
	Bye             ByeKind
}

// DraftProgress is how far the making of a draft has come.
type DraftProgress struct {
	Stage    DraftStage
	Progress pairing.Progress // while it pairs; Of is 0 where the system does not tell
}

// DraftStage is one part of making a draft.
type DraftStage string

// The parts of making a draft, in their order.
const (
	DraftReading  DraftStage = "read" // what was played
	DraftPairing  DraftStage = "pair"
	DraftChecking DraftStage = "check" // against the rules
	DraftSaving   DraftStage = "save"  // can no longer be given up
)

// step tells how far the draft is. The error is that of somebody who has given it up; a
// sender whose time is over has not.
func (in MakeDraftInput) step(ctx context.Context, at DraftProgress) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fault.New(fault.Conflict, "The draft of round %d was given up. Nothing was saved.", in.RoundNo)
	}
	if in.Watch != nil {
		in.Watch(at)
	}
	return nil
}

// readDraftTx reads a draft with the section around it.
type readDraftTx interface {
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	DraftRound(ctx context.Context, sectionID int64, round int) (DraftRound, error)
}

// draftTx makes and changes the draft of a round.
type draftTx interface {
	readDraftTx
	Now() time.Time
	SaveDraft(ctx context.Context, sectionID int64, round int, draft *Draft, account int64) error
	SaveNumbers(ctx context.Context, sectionID int64, numbers map[int64]int) error
}

// MakeDraft pairs the next round with the section's system and keeps the result
// as the draft of the round. The teams get their numbers (until round 4 is
// paired; C.04.2). A round without a legal pairing is no error: its draft says
// which teams stand in the way.
func (s *RoundCommands) MakeDraft(ctx context.Context, eventID int64, cmd journal.Command, in MakeDraftInput) (journal.Receipt, error) {
	cmd.Alone = true // it takes long, and results beside it must not wait for it
	return s.drafts(ctx, eventID, cmd.With(in), func(tx draftTx) (journal.Change, error) {
		if err := in.step(ctx, DraftProgress{Stage: DraftReading}); err != nil {
			return journal.Change{}, err
		}
		book, round, err := loadDraft(ctx, tx, cmd.Actor, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		if in.RoundNo > book.Section.Rounds {
			return journal.Change{}, fault.New(fault.Conflict, "%s has %d rounds.", book.Section.Name, book.Section.Rounds)
		}
		input, err := book.PairingInput(in.RoundNo)
		if err != nil {
			return journal.Change{}, err
		}
		input.watch = func(p pairing.Progress) error { return in.step(ctx, DraftProgress{Stage: DraftPairing, Progress: p}) }
		draft, err := makeDraft(book, input, round.Draft, in)
		if err != nil {
			return journal.Change{}, err
		}
		// From here on it is saved, whoever goes away.
		if err := in.step(ctx, DraftProgress{Stage: DraftSaving}); err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveNumbers(ctx, in.SectionID, input.number); err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveDraft(ctx, in.SectionID, in.RoundNo, draft, cmd.Actor.AccountID); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "make draft", Subject: draftSubject(book, in.RoundNo), After: draftSummary(draft), Answer: draftSummary(draft),
		}, nil
	})
}

// makeDraft pairs the round around what stands by hand.
func makeDraft(b *SectionBook, input *PairingInput, old *Draft, in MakeDraftInput) (*Draft, error) {
	var fixed []pairing.Pair
	var tables []DraftTable
	if in.Keep && old != nil {
		old.giveUp(in.Undo)
		fixed, tables = old.byHand(input), old.tablesByHand(input)
		old.keepByes(input)
	}
	exceptions, err := in.exceptions(input)
	if err != nil {
		return nil, err
	}
	fixed = append(fixed, exceptions...)
	draft, err := draftRound(b, input, fixed, tables)
	if err != nil {
		return nil, err
	}
	if in.Keep && old != nil {
		draft.carryHolds(old)
		draft.carryByes(old)
	}
	if in.Watch != nil {
		in.Watch(DraftProgress{Stage: DraftChecking})
	}
	draft.Problems, err = check(b, input, draft)
	return draft, err
}

// exceptions are the pairs of Fix: different teams of the section, one or two at a time.
func (in MakeDraftInput) exceptions(input *PairingInput) ([]pairing.Pair, error) {
	var pairs []pairing.Pair
	seen, plays := map[int64]bool{}, input.playing()
	for _, teams := range in.Fix {
		wrong := len(teams) < 1 || len(teams) > 2
		for _, id := range teams {
			wrong = wrong || !plays[id] || seen[id]
			seen[id] = true
		}
		if wrong {
			return nil, fault.Field("relax", "An exception is two teams of the section that meet, or one that gets the bye, and names each team once. Choose one of those offered.")
		}
		p := pairing.Pair{White: input.number[teams[0]]}
		if len(teams) == 2 {
			p.Black = input.number[teams[1]]
		}
		pairs = append(pairs, p)
	}
	return pairs, nil
}

// giveUp lets what somebody set for these teams go.
func (d *Draft) giveUp(teams []int64) {
	for i := range d.Tables {
		if t := &d.Tables[i]; slices.ContainsFunc(t.Entries(), func(id int64) bool { return slices.Contains(teams, id) }) {
			t.By, t.Held = "", false
		}
	}
	d.Byes = slices.DeleteFunc(d.Byes, func(bye DraftBye) bool { return bye.By != "" && slices.Contains(teams, bye.TeamID) })
}

// byHand are the pairs of tablesByHand, and the bye of the system that somebody set.
func (d *Draft) byHand(in *PairingInput) []pairing.Pair {
	var fixed []pairing.Pair
	for _, t := range d.tablesByHand(in) {
		fixed = append(fixed, pairing.Pair{White: in.number[t.First.TeamID], Black: in.number[t.Second.TeamID]})
	}
	plays := in.playing()
	for _, bye := range d.Byes {
		if bye.By != "" && bye.Kind == ByePairing && plays[bye.TeamID] {
			fixed = append(fixed, pairing.Pair{White: in.number[bye.TeamID]})
		}
	}
	return fixed
}

// tablesByHand are the tables that somebody set, but for those where somebody does not play the
// round any more.
func (d *Draft) tablesByHand(in *PairingInput) []DraftTable {
	plays := in.playing()
	return slices.DeleteFunc(slices.Clone(d.Tables), func(t DraftTable) bool {
		return t.By == "" || !t.Full() || slices.ContainsFunc(t.Entries(), func(id int64) bool { return !plays[id] })
	})
}

// keepByes keeps the teams out of the pairing whose bye somebody set.
func (d *Draft) keepByes(in *PairingInput) {
	set := map[int]ByeKind{}
	for _, bye := range d.Byes {
		if bye.By != "" && bye.Kind != ByePairing {
			set[in.number[bye.TeamID]] = bye.Kind
		}
	}
	for i := range in.Tournament.Participants {
		p := &in.Tournament.Participants[i]
		if kind, ok := set[p.Number]; ok && p.Bye == pairing.NotArrived {
			p.Bye = byeKinds[kind]
		}
	}
}

// carryHolds moves the teams whose table was held in the old draft to that table
// in the new one.
func (d *Draft) carryHolds(old *Draft) {
	silent := draftChange{draft: d, name: func(int64) string { return "" }}
	for _, t := range old.Tables {
		if t.Held && t.First.TeamID != 0 {
			// A team without a table in the new draft needs none held.
			_, _ = silent.hold(t.First.TeamID, t.Table)
		}
	}
}

// carryByes keeps on record who set a bye.
func (d *Draft) carryByes(old *Draft) {
	for i := range d.Byes {
		for _, bye := range old.Byes {
			if bye.By != "" && bye.TeamID == d.Byes[i].TeamID && bye.Kind == d.Byes[i].Kind {
				d.Byes[i].By, d.Byes[i].Reason, d.Byes[i].Said = bye.By, bye.Reason, bye.Said
			}
		}
	}
}

// EditDraft changes a draft by hand and checks it again.
func (s *RoundCommands) EditDraft(ctx context.Context, eventID int64, cmd journal.Command, in DraftEditInput) (journal.Receipt, error) {
	return s.drafts(ctx, eventID, cmd.With(in), func(tx draftTx) (journal.Change, error) {
		book, round, err := loadDraft(ctx, tx, cmd.Actor, in.DraftInput)
		if err != nil {
			return journal.Change{}, err
		}
		d := round.Draft
		if d == nil {
			return journal.Change{}, fault.New(fault.Conflict, "Round %d has no draft. Make one first.", in.RoundNo)
		}
		input, err := book.PairingInput(in.RoundNo)
		if err != nil {
			return journal.Change{}, err
		}
		d.follow(book, input) // as the page showed it
		change := draftChange{
			firstTable: book.Section.FirstTable, rotating: book.Section.System == Rotating, draft: d, by: cmd.Actor.Name, name: func(id int64) string { return book.Team(id).Name },
			award: map[ByeKind]int{
				ByePairing: book.Section.ByePoints, ByeFull: book.Section.MaxPairingPoints(), ByeHalf: book.Section.MaxPairingPoints() / 2, ByeZero: 0,
			},
		}
		var done phrase.Sentence
		if in.Kind == EditUndo && len(d.Edits) > 0 {
			done = phrase.Of("Taken back: %s", d.Edits[len(d.Edits)-1].told())
		}
		if err := change.apply(in); err != nil {
			return journal.Change{}, err
		}
		if done.Empty() {
			done = d.Edits[len(d.Edits)-1].Said
		}
		d.NoPairing = nil
		d.follow(book, input)
		if d.Problems, err = check(book, input, d); err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveDraft(ctx, in.SectionID, in.RoundNo, d, cmd.Actor.AccountID); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "edit draft", Subject: draftSubject(book, in.RoundNo), After: done.String(), Answer: done}, nil
	})
}

// CheckDraft looks at a draft again, for instance after a change on the page
// Teams.
func (s *RoundCommands) CheckDraft(ctx context.Context, eventID int64, cmd journal.Command, in DraftInput) (journal.Receipt, error) {
	return s.drafts(ctx, eventID, cmd.With(in), func(tx draftTx) (journal.Change, error) {
		book, round, err := loadDraft(ctx, tx, cmd.Actor, in)
		if err != nil {
			return journal.Change{}, err
		}
		if round.Draft == nil {
			return journal.Change{}, fault.New(fault.Conflict, "Round %d has no draft. Make one first.", in.RoundNo)
		}
		if _, err := round.Draft.Refresh(book); err != nil {
			return journal.Change{}, err
		}
		if err := tx.SaveDraft(ctx, in.SectionID, in.RoundNo, round.Draft, cmd.Actor.AccountID); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "check draft", Subject: draftSubject(book, in.RoundNo), After: len(round.Draft.Problems)}, nil
	})
}

// DiscardDraft throws a draft away.
func (s *RoundCommands) DiscardDraft(ctx context.Context, eventID int64, cmd journal.Command, in DraftInput) (journal.Receipt, error) {
	return s.drafts(ctx, eventID, cmd.With(in), func(tx draftTx) (journal.Change, error) {
		book, round, err := loadDraft(ctx, tx, cmd.Actor, in)
		if err != nil || round.Draft == nil {
			return journal.Change{}, err
		}
		if err := tx.SaveDraft(ctx, in.SectionID, in.RoundNo, nil, 0); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "discard draft", Subject: draftSubject(book, in.RoundNo), Before: draftSummary(round.Draft)}, nil
	})
}

// TakeOverDraft makes the actor the editor of a draft that somebody else edits.
func (s *RoundCommands) TakeOverDraft(ctx context.Context, eventID int64, cmd journal.Command, in DraftInput) (journal.Receipt, error) {
	return s.drafts(ctx, eventID, cmd.With(in), func(tx draftTx) (journal.Change, error) {
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		round, err := tx.DraftRound(ctx, in.SectionID, in.RoundNo)
		if err != nil || round.Draft == nil || round.State != RoundDraft {
			return journal.Change{}, err
		}
		round.Draft.Handover = &Handover{From: round.Editor, To: cmd.Actor.Name, At: tx.Now()}
		if err := tx.SaveDraft(ctx, in.SectionID, in.RoundNo, round.Draft, cmd.Actor.AccountID); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "take over draft", Subject: draftSubject(book, in.RoundNo), Before: round.Editor, After: cmd.Actor.Name}, nil
	})
}

// loadDraft reads the section and the round and makes sure that the actor may
// change its draft now.
func loadDraft(ctx context.Context, tx readDraftTx, who journal.Actor, in DraftInput) (*SectionBook, DraftRound, error) {
	book, err := tx.Book(ctx, in.SectionID)
	if err != nil {
		return nil, DraftRound{}, err
	}
	round, err := tx.DraftRound(ctx, in.SectionID, in.RoundNo)
	switch {
	case err != nil:
		return nil, DraftRound{}, err
	case round.State != RoundDraft:
		return nil, DraftRound{}, fault.New(fault.Conflict, "Round %d is published. Its pairings change only by a new version.", in.RoundNo)
	case round.Draft != nil && round.DraftBy != nil && *round.DraftBy != who.AccountID:
		return nil, DraftRound{}, fault.New(fault.Conflict, "%s is editing this draft. Take it over first.", round.Editor)
	case round.Revision != in.Revision:
		return nil, DraftRound{}, staleDraft(book, round)
	}
	return book, round, nil
}

func draftSubject(b *SectionBook, round int) string {
	return journal.Subject(b.Section.Slug, fmt.Sprintf("round %d", round), "draft")
}

// DraftTeams is the field of a table of a draft, as the journal keeps it, that has who meets: the
// two sides, then the partners of this round.
const DraftTeams = "Teams"

// draftSummary is what the journal keeps of a draft: who meets whom.
func draftSummary(d *Draft) json.RawMessage {
	type row struct {
		Table int `json:"table,omitempty"`
		Teams []int64
	}
	var rows []row
	for _, t := range d.Tables {
		rows = append(rows, row{t.Table, t.Entries()})
	}
	for _, bye := range d.Byes {
		rows = append(rows, row{0, []int64{bye.TeamID}})
	}
	text, err := json.Marshal(rows)
	if err != nil {
		panic(err) // integers always encode
	}
	return text
}
