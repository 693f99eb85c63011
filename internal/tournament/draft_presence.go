package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phrase"
)

// Refresh brings a draft that was made a while ago up to who plays its round now, and to the
// rules that it breaks now. Nothing is saved. It returns what the round would be paired from. A
// draft whose round cannot be paired any more, such as one of a knockout in which a tie is open
// again, stays as it is and says so; nothing of it is up to date then.
func (d *Draft) Refresh(b *SectionBook) (*PairingInput, error) {
	in, err := b.PairingInput(d.RoundNo)
	if fault.Is(err, fault.Conflict) {
		d.Problems = []Problem{problem(Blocks, ruleBasis, phrase.Of("%s", err))}
		return &PairingInput{}, nil
	}
	if err != nil {
		return nil, err
	}
	d.follow(b, in)
	d.Problems, err = check(b, in, d)
	return in, err
}

// ruleBasis is broken by a draft that rests on results which are open again.
const ruleBasis = "basis"

// follow gives everybody who does not play the round the bye of his absence, and leaves those
// without an opponent who play after all. Tables stay, and so do byes of the system, of its plan
// and by hand.
func (d *Draft) follow(b *SectionBook, in *PairingInput) {
	points, plays := in.points(), in.playing()
	away := map[int64]DraftBye{}
	for _, bye := range absences(b, in, points) {
		away[bye.TeamID] = bye
	}
	d.Byes = slices.DeleteFunc(slices.Clone(d.Byes), func(bye DraftBye) bool {
		return bye.OfAbsence() && away[bye.TeamID].Kind != bye.Kind
	})
	d.Loose = slices.DeleteFunc(slices.Clone(d.Loose), func(seat DraftSeat) bool { return !plays[seat.TeamID] })
	placed := d.placed()
	for _, p := range in.Tournament.Participants {
		id := in.team[p.Number]
		bye, isAway := away[id]
		switch {
		case placed[id]:
		case plays[id]:
			d.Loose = append(d.Loose, DraftSeat{id, points[id]})
		case isAway:
			d.Byes = append(d.Byes, bye)
		}
	}
}

// placed are the teams that a draft says anything about.
func (d *Draft) placed() map[int64]bool {
	placed := map[int64]bool{}
	for _, t := range d.Tables {
		for _, id := range t.Entries() {
			placed[id] = true
		}
	}
	for _, bye := range d.Byes {
		placed[bye.TeamID] = true
	}
	for _, seat := range d.Loose {
		placed[seat.TeamID] = true
	}
	return placed
}
