// Package takeback undoes the last act of a person in an event, for as long as nothing stands on
// it. It finds the act in the journal, says what would be undone and what stands on it, and
// carries out the command that gives the values of before back: an act of its own. It must never
// write a row itself, and decides nothing that a command decides: it asks the command.
package takeback

import (
	"context"
	"errors"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Desk takes acts back through the services that carried them out.
type Desk struct {
	Journal    journal.Reader
	Tournament *tournament.Service
	Dispute    *dispute.Service
	Accounts   *account.Service
}

// Person is who takes an act back, and what the person may do where.
type Person struct {
	Command journal.Command
	By      access.Actor
	// May asks about one section of the event, 0 for all of it.
	May func(action access.Action, sectionID int64) bool
}

// Offer is the last act of a person that stands.
type Offer struct {
	Seq     int64 // of its journal entry; 0: there is none
	Action  string
	Place   string // where it was done, in words
	At      time.Time
	Then    string   // what is so once it is undone, as a sentence
	Says    Sentence // the same, for readers of other languages
	Refused error    // why it cannot be undone; nil: it can
	On      *Stands  // what stands on it, where that is the reason
	Version int64    // of the event, when this was true
}

// Why says in English why the act cannot be undone; empty where it can.
func (o Offer) Why() string {
	if _, sentence, ok := fault.First(o.Refused); ok {
		return sentence
	}
	return fault.Message(o.Refused)
}

// Stands is a later act that rests on another.
type Stands struct {
	Actor, Action, Place string
	At                   time.Time
}

// mostLooked is how many of a person's own acts are looked through for one that stands: whoever
// has taken so many back in a row begins anew.
const mostLooked = 200

// Last is the last act of the person that stands, and whether it can be undone now. It asks the
// command that would do it, and saves nothing.
func (d *Desk) Last(ctx context.Context, eventID int64, p Person) (Offer, error) {
	var offer Offer
	err := d.steadily(func() error {
		found, err := d.look(ctx, eventID, p.Command.Actor.AccountID)
		if err != nil || found.act == nil {
			offer = Offer{}
			return err
		}
		offer = found.offer()
		if offer.Refused == nil {
			p.Command.Try, p.Command.Key = true, ""
			err = d.carryOut(ctx, eventID, p, found)
			if moved := new(journal.Moved); errors.As(err, &moved) {
				return err
			}
			switch {
			case err == nil:
				offer.Refused = fault.New(fault.Conflict, "There is nothing left to undo: it is as it was.")
			case errors.Is(err, journal.ErrTried):
				err = nil
			case !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.Internal):
				offer.Refused, err = err, nil
			}
			if offer.Refused != nil {
				offer.Then = ""
			}
		}
		return err
	})
	return offer, err
}

// Undo takes back the act of that journal entry. It is refused when the person did something else
// since, and when something stands on it. To ask twice for the same is harmless.
func (d *Desk) Undo(ctx context.Context, eventID int64, p Person, seq int64) (Offer, error) {
	var offer Offer
	err := d.steadily(func() error {
		found, err := d.look(ctx, eventID, p.Command.Actor.AccountID)
		if err != nil {
			return err
		}
		if undone := found.undone[seq]; undone != nil {
			offer = undone.offer()
			return nil
		}
		if found.act == nil || found.act.Seq != seq {
			return fault.New(fault.Stale, "You did something else since this page was shown. Nothing was undone; look at your last act again.")
		}
		offer = found.offer()
		if offer.Refused != nil {
			return offer.Refused
		}
		return d.carryOut(ctx, eventID, p, found)
	})
	return offer, err
}

// mostMoved is how often others may be quicker.
const mostMoved = 20

// steadily does work again while others change the event under it.
func (d *Desk) steadily(work func() error) error {
	for n := 1; ; n++ {
		err := work()
		if moved := new(journal.Moved); !errors.As(err, &moved) {
			return err
		}
		if n == mostMoved {
			return fault.New(fault.Conflict, "Others save so quickly now that nothing could be undone. Try it again in a moment.")
		}
	}
}

// found is the act that would be taken back, with all that came after it.
type found struct {
	act     *act
	on      *act // the later act that stands on it
	version int64
	undone  map[int64]*found // the person's acts that were taken back already, by number
}

func (f *found) offer() Offer {
	a := f.act
	o := Offer{Seq: a.Seq, Action: a.Action, Place: a.place(), At: a.At, Version: f.version}
	switch {
	case a.way == nil:
		o.Refused = fault.New(fault.Conflict, "Tandem does not know how to take this back.")
	case a.way.none != "":
		o.Refused = fault.New(fault.Conflict, "%s", a.way.none)
	case f.on != nil:
		o.On = &Stands{Actor: f.on.Actor, Action: f.on.Action, Place: f.on.place(), At: f.on.At}
		o.Refused = fault.New(fault.Conflict, "Something stands on it: %s, %s, %s.", o.On.Actor, fault.Word(o.On.Action), o.On.Place)
	case len(a.Wrote) == 0:
		o.Refused = fault.New(fault.Conflict, "An earlier version of Tandem wrote this entry, and it does not say enough to take it back.")
	default:
		o.Says = a.way.then(a)
		o.Then = o.Says.String()
	}
	return o
}

// look finds the last act of a person that stands, and what stands on it.
func (d *Desk) look(ctx context.Context, eventID, accountID int64) (*found, error) {
	f := &found{undone: map[int64]*found{}}
	if accountID == 0 {
		return f, nil
	}
	sections, err := d.sections(ctx, eventID)
	if err != nil {
		return f, err
	}
	own, err := d.Journal.Entries(ctx, journal.Query{EventID: eventID, ActorID: accountID, Limit: mostLooked})
	if err != nil {
		return f, err
	}
	var back takenBack
	for _, e := range own {
		a, err := read(e, sections)
		if err != nil {
			return f, err
		}
		if back.skips(a) {
			f.undone[a.Seq] = &found{act: a}
			continue
		}
		return f, d.after(ctx, eventID, a, f, sections)
	}
	return f, nil
}

// after reads the act with its values, and what came after it.
func (d *Desk) after(ctx context.Context, eventID int64, last *act, f *found, sections map[string]tournament.Section) error {
	entries, err := d.Journal.Since(ctx, eventID, last.Seq)
	if err != nil {
		return err
	}
	later := make([]*act, 0, len(entries))
	for _, e := range entries {
		a, err := read(e, sections)
		if err != nil {
			return err
		}
		later = append(later, a)
	}
	if len(later) == 0 || later[0].Seq != last.Seq {
		return fault.New(fault.NotFound, "The journal has no entry %d.", last.Seq)
	}
	f.act, f.version = later[0], later[len(later)-1].Seq
	for _, a := range later[1:] {
		if a.ActorID == last.ActorID && f.undone[a.Seq] == nil {
			return &journal.Moved{Now: f.version} // the person was quicker than this look
		}
	}
	if f.act.way != nil && f.act.way.none == "" {
		f.on, err = f.act.way.standing(f.act, standingOnes(later[1:]))
	}
	return err
}

// sections are all sections of an event by their address, those out of sight too.
func (d *Desk) sections(ctx context.Context, eventID int64) (map[string]tournament.Section, error) {
	reads := d.Tournament.Reader()
	inSight, err := reads.Sections(ctx, eventID)
	if err != nil {
		return nil, err
	}
	hidden, err := reads.HiddenSections(ctx, eventID)
	if err != nil {
		return nil, err
	}
	all := map[string]tournament.Section{}
	for _, s := range append(inSight, hidden...) {
		all[s.Slug] = s
	}
	return all, nil
}

// carryOut runs the command that takes an act back, at the version of the event that was looked at.
func (d *Desk) carryOut(ctx context.Context, eventID int64, p Person, f *found) error {
	a := f.act
	may := a.way.may
	if a.section.SectionID == 0 && a.way.mayAll != "" {
		may = a.way.mayAll
	}
	if !p.May(may, a.section.SectionID) {
		return fault.New(fault.Forbidden, "You may not do this here any more: %s. Ask somebody who may.", fault.Word(may))
	}
	cmd := p.Command
	cmd.At, cmd.Undoes = f.version, a.Seq
	if cmd.Unexplained() {
		cmd.Reason = "Taken back by who did it: " + a.Action + "."
	}
	return a.way.undo(ctx, d, target{eventID: eventID, cmd: cmd, by: p.By, may: p.May, act: a})
}
