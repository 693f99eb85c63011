package pairing

import (
	"cmp"
	"fmt"
	"slices"
)

// Float says how a participant was paired against the order of scores.
type Float int8

// UpFloat: met somebody with a higher pairing score. DownFloat: met somebody with
// a lower one. ByeFloat: scored more than a loss without playing, which the Dutch
// system counts as a downfloat and the team system does not count at all.
const (
	NoFloat Float = iota
	UpFloat
	DownFloat
	ByeFloat
)

func (f Float) String() string {
	return [...]string{"", "upfloat", "downfloat", "bye"}[f]
}

// entrant is a participant with everything its history says, computed once per
// round. Entrants are known by their index in field.all (ascending numbers).
type entrant struct {
	number, rating int
	source         int   // index in Tournament.Participants
	parity         int   // 1-based place among those arrived: the "TPN" of the odd/even rules
	score          int   // points so far
	secondary      int   // secondary points so far
	pairing        int   // score plus the virtual points of the round to pair
	met            []int // indexes of opponents of played games, ascending, one each
	// barred are the indexes that must not be the opponent in this round: met, and
	// forbidden pairs that are in force; ascending.
	barred  []int
	colours []Colour // of played games, oldest first, unplayed rounds left out
	balance int      // Whites minus Blacks
	floats  []Float  // by tournament round, floats[0] is round 1
	games   int      // games (matches) played
	noBye   bool     // must not get the pairing-allocated bye
	bye     Kind     // why it is not paired; the zero value for those who are
	absent  bool     // not to be paired this round
}

// participant is what the tournament says about the entrant with index i.
func (f *field) participant(i int) *Participant { return &f.t.Participants[f.all[i].source] }

// lastFloat is the float ago rounds before the round to pair (1 = last round).
func (e *entrant) lastFloat(ago int) Float {
	if i := len(e.floats) - ago; i >= 0 {
		return e.floats[i]
	}
	return NoFloat
}

// may reports whether the entrant may meet the one with index i.
func (e *entrant) may(i int) bool {
	_, hit := slices.BinarySearch(e.barred, i)
	return !hit
}

// field is a tournament prepared for pairing one round.
type field struct {
	t      *Tournament
	system System
	all    []entrant // ascending places: numbers, unless other places were given
	// active are the indexes of those to be paired, without the pairs drawn by
	// hand, in ranking order: pairing score descending, number ascending.
	active []int
	fixed  []Pair // pairs drawn by hand
	// byeDrawn: the pairing-allocated bye was given by hand.
	byeDrawn bool
	numberIndex
	slot    []int // scratch per entrant: free, gone, or a place in a list
	without int   // soft wishes given up
}

// tell says how many are placed.
func (f *field) tell(placed int) error {
	if f.t.Watch == nil {
		return nil
	}
	return f.t.Watch(Progress{Placed: placed, Of: len(f.active), Without: f.without})
}

// States of a slot.
const (
	free = -1
	gone = -2
)

// newField derives the facts of the round. soft is the number of soft wishes (in
// list order) that are treated like hard ones.
func newField(s System, t *Tournament, soft int) (*field, error) {
	f := &field{
		t: t, system: s, all: make([]entrant, len(t.Participants)), numberIndex: newNumberIndex(t.Participants),
		slot: slices.Repeat([]int{free}, len(t.Participants)),
	}
	order := make([]int, len(t.Participants))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		p, q := &t.Participants[a], &t.Participants[b]
		return cmp.Or(cmp.Compare(p.Place, q.Place), cmp.Compare(p.Number, q.Number))
	})
	if err := f.index(order); err != nil {
		return nil, err
	}
	scores, err := f.runningScores(order)
	if err != nil {
		return nil, err
	}
	store := newHistoryStore(t)
	for i, o := range order {
		if err := f.derive(i, &t.Participants[o], scores, store); err != nil {
			return nil, err
		}
	}
	if err := f.forbid(soft); err != nil {
		return nil, err
	}
	return f, f.choose()
}

// index gives each participant its place and checks the outline of the input.
func (f *field) index(order []int) error {
	t := f.t
	if t.Round < 1 {
		return &InputError{What: fmt.Sprintf("round %d cannot be paired; rounds count from 1", t.Round)}
	}
	if t.Round > mostRounds || len(t.Participants) >= 1<<placeBits {
		return &InputError{What: fmt.Sprintf("round %d of %d participants is too large; expected at most %d rounds and %d participants",
			t.Round, len(t.Participants), mostRounds, 1<<placeBits-1)}
	}
	if t.Rounds > 0 && t.Round > t.Rounds {
		return &InputError{Round: t.Round, What: fmt.Sprintf("expected a round from 1 to %d, the number declared", t.Rounds)}
	}
	arrived := 0
	for i, o := range order {
		p := &t.Participants[o]
		if p.Number < 1 {
			return &InputError{Number: p.Number, What: "numbers count from 1"}
		}
		if _, twice := f.place(p.Number); twice {
			return &InputError{Number: p.Number, What: "the number is used twice"}
		}
		f.enter(p.Number, i)
		e := &f.all[i]
		e.number, e.rating, e.source = p.Number, p.Rating, o
		if p.Arrival <= t.Round {
			arrived++
		}
		e.parity = arrived
	}
	return nil
}

// Bounds of the input, far beyond any event, that let keys be packed.
const (
	mostPoints = 1 << 30 // half points
	mostRounds = 1<<10 - 1
	placeBits  = 22
)

// runningScores returns, by index and round, the pairing score with which the
// participant entered that round; rounds count from 0 here.
func (f *field) runningScores(order []int) ([]int, error) {
	t, earlier := f.t, f.t.Round-1
	scores := make([]int, len(order)*t.Round)
	for i, o := range order {
		p := &t.Participants[o]
		if len(p.Records) > earlier {
			return nil, &InputError{
				Number: p.Number, Round: t.Round,
				What: fmt.Sprintf("has %d records but only %d rounds were played", len(p.Records), earlier),
			}
		}
		e, sum := &f.all[i], 0
		for r := range t.Round {
			if r < len(p.Adjusted) {
				sum += p.Adjusted[r]
			}
			scores[i*t.Round+r] = sum + p.virtual(r)
			if s := scores[i*t.Round+r]; s > mostPoints || s < -mostPoints {
				return nil, &InputError{Number: p.Number, Round: r + 1, What: fmt.Sprintf("has %d half points; expected at most %d", s, mostPoints)}
			}
			if r < len(p.Records) {
				sum += p.Records[r].Points
				e.secondary += p.Records[r].Secondary
			}
		}
		e.score, e.pairing = sum, sum+p.virtual(earlier)
	}
	return scores, nil
}

func (p *Participant) virtual(round int) int {
	if round < len(p.Virtual) {
		return p.Virtual[round]
	}
	return 0
}

// derive reads the history of one participant.
func (f *field) derive(i int, p *Participant, scores []int, store *historyStore) error {
	t, e := f.t, &f.all[i]
	store.lend(e, len(p.Records))
	if p.Bye < NotArrived || p.Bye > ZeroBye {
		return &InputError{Number: p.Number, Round: t.Round, What: fmt.Sprintf("asks for a bye of unknown kind %d", p.Bye)}
	}
	for r, rec := range p.Records {
		switch rec.Kind {
		default:
			return &InputError{Number: p.Number, Round: r + 1, What: fmt.Sprintf("has a record of unknown kind %d", rec.Kind)}
		case NotArrived, ForfeitWin, ForfeitLoss, DoubleForfeit, AllocatedBye, FullBye, HalfBye, ZeroBye:
			e.floats[r] = f.unplayedFloat(rec)
			e.noBye = e.noBye || f.barsBye(rec)
		case Played:
			j, ok := f.place(rec.Opponent)
			if !ok || j == i {
				return &InputError{Number: p.Number, Round: r + 1, What: fmt.Sprintf("played against %d, who is not another participant", rec.Opponent)}
			}
			if !f.playedBack(j, r, p.Number) {
				return &InputError{Number: p.Number, Round: r + 1, What: fmt.Sprintf("played against %d, whose record says otherwise", rec.Opponent)}
			}
			e.games++
			e.met = append(e.met, j)
			if rec.Colour != NoColour {
				e.colours = append(e.colours, rec.Colour)
				if rec.Colour == White {
					e.balance++
				} else {
					e.balance--
				}
			}
			switch mine, theirs := scores[i*t.Round+r], scores[j*t.Round+r]; {
			case mine < theirs:
				e.floats[r] = UpFloat
			case mine > theirs:
				e.floats[r] = DownFloat
			}
		}
	}
	slices.Sort(e.met)
	e.met = slices.Compact(e.met)
	e.barred = e.met
	switch {
	case p.Arrival > t.Round:
		e.absent, e.bye = true, NotArrived
	case p.Withdrawn > 0 && p.Withdrawn <= t.Round:
		e.absent, e.bye = true, ZeroBye
	case p.Bye != NotArrived:
		e.absent, e.bye = true, p.Bye
	}
	return nil
}

// unplayedFloat is the float of a round without a game: the allotted bye whatever
// it is worth, and whatever else brought more than a loss (C.04.3 art. 1.4.3).
func (f *field) unplayedFloat(rec Record) Float {
	if rec.Kind == AllocatedBye || rec.Points > f.t.Points.Loss {
		return ByeFloat
	}
	return NoFloat
}

// barsBye reports whether a round without a game keeps its participant from the
// allotted bye: an earlier one, and whatever brought a win's points (C.04.1 art. 4,
// the C2 of the Dutch system). C.04.6 art. 2.1.2 and US Chess 28L name the win by
// forfeit and the full-point bye as such, whatever they are worth.
func (f *field) barsBye(rec Record) bool {
	byName := f.system != Dutch && (rec.Kind == ForfeitWin || rec.Kind == FullBye)
	return rec.Kind == AllocatedBye || byName || rec.Points >= f.t.Points.Win
}

// playedBack reports whether an entrant's record of a round (from 0) names the
// opponent who claims it.
func (f *field) playedBack(i, round, opponent int) bool {
	records := f.participant(i).Records
	return round < len(records) && records[round].Kind == Played && records[round].Opponent == opponent
}

// historyStore holds the lists of all entrants in a few large arrays.
type historyStore struct {
	rounds  int
	met     []int
	colours []Colour
	floats  []Float
}

func newHistoryStore(t *Tournament) *historyStore {
	records := 0
	for i := range t.Participants {
		records += len(t.Participants[i].Records)
	}
	return &historyStore{
		rounds: t.Round - 1, met: make([]int, records), colours: make([]Colour, records),
		floats: make([]Float, len(t.Participants)*(t.Round-1)),
	}
}

// lend gives an entrant empty lists for n records.
func (h *historyStore) lend(e *entrant, n int) {
	e.met, h.met = h.met[:0:n], h.met[n:]
	e.colours, h.colours = h.colours[:0:n], h.colours[n:]
	e.floats, h.floats = h.floats[:h.rounds:h.rounds], h.floats[h.rounds:]
}

// forbid adds the forbidden pairs in force to the barred lists.
func (f *field) forbid(soft int) error {
	for _, g := range f.t.Forbidden {
		if !g.covers(f.t.Round) {
			continue
		}
		if !g.Hard {
			if soft == 0 {
				continue
			}
			soft--
		}
		for _, a := range g.Numbers {
			i, ok := f.place(a)
			if !ok {
				return &InputError{Number: a, What: "is named in a forbidden pair but does not take part"}
			}
			barred := slices.Clone(f.all[i].barred)
			for _, b := range g.Numbers {
				if j, ok := f.place(b); ok && j != i {
					barred = append(barred, j)
				}
			}
			slices.Sort(barred)
			f.all[i].barred = slices.Compact(barred)
		}
	}
	return nil
}

// choose settles who is to be paired and takes out the pairs drawn by hand.
func (f *field) choose() error {
	taken := make([]bool, len(f.all))
	for _, p := range f.t.Fixed {
		p.Fixed = true
		members := []int{p.White, p.Black}
		if p.IsBye() {
			if f.byeDrawn {
				return &InputError{Number: p.White, Round: f.t.Round, What: "a second bye was drawn by hand"}
			}
			f.byeDrawn = true
			members = members[:1]
		}
		for _, number := range members {
			i, ok := f.place(number)
			switch {
			case !ok:
				return &InputError{Number: number, Round: f.t.Round, What: "is in a pair drawn by hand but does not take part"}
			case taken[i]:
				return &InputError{Number: number, Round: f.t.Round, What: "is in two pairs drawn by hand"}
			case f.all[i].absent:
				return &InputError{Number: number, Round: f.t.Round, What: "is in a pair drawn by hand but is not to be paired: " + f.all[i].bye.String()}
			}
			taken[i] = true
		}
		f.fixed = append(f.fixed, f.describeFixed(p))
	}
	for i := range f.all {
		if !taken[i] && !f.all[i].absent {
			f.active = append(f.active, i)
		}
	}
	f.sortRanking(f.active)
	return nil
}

// describeFixed adds bracket and floats to a pair drawn by hand.
func (f *field) describeFixed(p Pair) Pair {
	white := f.all[f.mustPlace(p.White)].pairing
	p.Bracket, p.WhiteFloat, p.BlackFloat = white, NoFloat, NoFloat
	if p.IsBye() {
		return p
	}
	black := f.all[f.mustPlace(p.Black)].pairing
	p.Bracket = max(white, black)
	switch {
	case white > black:
		p.WhiteFloat, p.BlackFloat = DownFloat, UpFloat
	case white < black:
		p.WhiteFloat, p.BlackFloat = UpFloat, DownFloat
	}
	return p
}

// rank orders by pairing score descending, then number ascending.
func (f *field) rank(a, b int) int {
	return cmp.Or(cmp.Compare(f.all[b].pairing, f.all[a].pairing), cmp.Compare(a, b))
}

// sortRanking puts indexes in ranking order.
func (f *field) sortRanking(list []int) {
	keys := make([]int64, len(list))
	for k, i := range list {
		keys[k] = int64(-f.all[i].pairing)<<32 | int64(i)
	}
	slices.Sort(keys)
	for k, key := range keys {
		list[k] = int(key & (1<<32 - 1))
	}
}

// softWishes counts the soft wishes in force in the round.
func (t *Tournament) softWishes() int {
	n := 0
	for _, g := range t.Forbidden {
		if !g.Hard && g.covers(t.Round) {
			n++
		}
	}
	return n
}

// byes lists those who are not paired this round.
func (f *field) byes() []Bye {
	var byes []Bye
	for i := range f.all {
		if e := &f.all[i]; e.absent {
			byes = append(byes, Bye{Number: e.number, Kind: e.bye})
		}
	}
	return byes
}
