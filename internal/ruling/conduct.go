package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// offence is something a complaint about conduct may be about: an act with a
// ladder, or one that turned out proper and is kept for its article.
type offence struct {
	act     int
	by      Actor
	with    []bughouse.Seat
	setting rulebook.Setting
	unruled bool // a press for which no setting exists: the official decides
	proper  bool // no offence, whatever the ladder says
	undone  bool // made good since
	piece   bughouse.Kind
	fix     []Remedy // what the other player must do, where the act itself is allowed
}

func (f *fold) behaved(s bughouse.Seat, ladder rulebook.Setting, o offence) {
	o.act, o.by, o.setting = f.now, Seated(s), ladder
	f.bad = append(f.bad, o)
}

// laddersOf maps acts without further state to their ladders.
var laddersOf = map[ActKind]rulebook.Setting{
	ActHideStock: rulebook.OnHideStock, ActKnockClock: rulebook.OnKnockClock, ActSwapClock: rulebook.OnSwapClock,
	ActBang: rulebook.OnBang, ActAnnoy: rulebook.OnAnnoy, ActOtherHand: rulebook.OnHand, ActDisplace: rulebook.OnDisplace,
	ActOffBoard: rulebook.OnDisplace, ActAbuse: rulebook.OnAbuse, ActTelephone: rulebook.OnTelephone, ActLate: rulebook.OnLate,
}

// laddersOfDetail does the same for acts told apart by a detail.
var laddersOfDetail = map[ActKind]map[Detail]rulebook.Setting{
	ActPartnerBoard: {HowPoint: rulebook.OnPoint, HowTouch: rulebook.OnTouchPartner, HowMove: rulebook.OnMovePartner, HowPress: rulebook.OnPressPartner},
	ActHover:        {OverBoard: rulebook.OnHoverBoard, OverClock: rulebook.OnHoverClock},
	ActTouchClock:   {WhyStraighten: rulebook.OnStraightenClock, WhyRepunch: rulebook.OnRepunchClock, WhyOther: rulebook.OnTouchClock},
}

// behave records what a player did beside moving.
func (f *fold) behave(s bughouse.Seat, a *Act) {
	me := &f.seats[s]
	switch a.Kind {
	case ActHideStock:
		me.hidden = true
	case ActShowStock:
		me.hidden = false
	case ActDisplace, ActOffBoard:
		me.displaced, me.punched = true, false
	case ActRestore:
		f.restored(s)
	case ActTwoHands:
		last := f.lastBy(s)
		f.behaved(s, rulebook.OnHand, offence{proper: last != nil && last.castles})
		return
	}
	if ladder, ok := laddersOf[a.Kind]; ok {
		f.behaved(s, ladder, offence{})
	} else if ladder, ok := laddersOfDetail[a.Kind][a.Detail]; ok {
		f.behaved(s, ladder, offence{})
	}
}

// restored puts displaced men back: no offence unless the clock was pressed before.
func (f *fold) restored(s bughouse.Seat) {
	me := &f.seats[s]
	if me.displaced && !me.punched {
		for i := range f.bad {
			if o := &f.bad[i]; o.by == Seated(s) && o.setting == rulebook.OnDisplace {
				o.proper = true
			}
		}
	}
	me.displaced, me.punched = false, false
}

// pressed looks at a press as conduct: with men knocked over, or without a move.
func (f *fold) pressed(s bughouse.Seat, completed bool) {
	me, you := &f.seats[s], &f.seats[s.Opponent()]
	if me.displaced && !me.punched {
		me.punched = true
		for i := range f.bad { // the displacing goes into the worse offence
			if o := &f.bad[i]; o.by == Seated(s) && o.setting == rulebook.OnDisplace && !o.proper {
				o.undone = true
			}
		}
		f.behaved(s, rulebook.OnDisplacePress, offence{})
		return
	}
	if completed {
		return
	}
	show := offence{fix: []Remedy{{Kind: rulebook.ShowStock, Seat: s.Opponent()}}}
	restore := offence{fix: []Remedy{{Kind: rulebook.Restore, Seat: s.Opponent()}}}
	switch {
	case you.hidden && (!you.displaced || !f.set.silent(rulebook.OnAskPress)):
		f.behaved(s, rulebook.OnAskPress, show)
	case you.displaced:
		f.behaved(s, rulebook.OnRestorePress, restore)
	default:
		f.behaved(s, rulebook.OnAskPress, offence{unruled: true})
	}
}

// stopClocks records a stop, which neutralises a match that has a first end and
// calls the official otherwise.
func (f *fold) stopClocks(a *Act) {
	st := stop{act: f.now, time: f.time, by: a.By, with: a.With}
	for _, b := range a.Boards {
		st.boards[b] = true
	}
	first := f.boards[bughouse.A].end.ended || f.boards[bughouse.B].end.ended
	f.stops = append(f.stops, st)
	if by, ok := a.By.Seat(); ok {
		f.behaved(by, rulebook.OnStopClocks, offence{with: a.With, proper: first || f.properStop(by, st)})
	}
}

func (f *fold) properStop(by bughouse.Seat, st stop) bool {
	bothBoards := st.boards[bughouse.A] && (st.boards[bughouse.B] || f.set.book.Boards() == 1)
	switch f.set.Value(rulebook.OnStopClocks) {
	case "team-both-clocks":
		for _, w := range st.with {
			if w == by.Partner() {
				return bothBoards
			}
		}
		return false
	case "any-player-both-clocks":
		return bothBoards
	case "own-clock":
		return st.boards[by.Board()] && !st.boards[by.Board().Other()]
	}
	return false
}

// liftClock is proper once clocks were stopped in a dispute.
func (f *fold) liftClock(a *Act) {
	disputed := len(f.stops) > 0
	for i := range f.now {
		c := f.in.Timeline[i].Claim
		disputed = disputed || f.in.Timeline[i].Kind == ActClaim && c != nil && !c.Running
	}
	f.bad = append(f.bad, offence{act: f.now, by: a.By, setting: rulebook.OnLiftClock, proper: disputed})
}

// speak sorts talk by the speaker: a partner advises, a bystander prompts, an
// official prompts if he calls a flag or an illegal move nobody asked him to.
func (f *fold) speak(a *Act) {
	o := offence{act: f.now, by: a.By}
	switch a.By {
	case ActorDirector:
		o.setting = rulebook.OnOfficialPrompt
		o.proper = f.in.CallsAgreed || a.Detail != AboutIllegalMove && a.Detail != AboutFlag
	case ActorSpectator, ActorOtherPlayer:
		o.setting = rulebook.OnPrompt
	default:
		o.setting = rulebook.OnAdvise
	}
	f.bad = append(f.bad, o)
}

// judgeConduct judges the last act of a person that is an offence, or explains
// by its article why the last one looked at is none. Without an act there is
// nothing to judge and nothing is proposed.
func (f *fold) judgeConduct(c *Claim) judgement {
	whom := c.against()
	proper := -1
	for i := len(f.bad) - 1; i >= 0; i-- {
		o := &f.bad[i]
		if o.undone || !o.concerns(whom) {
			continue
		}
		j := f.judgeOffence(c, i)
		if j.verdict != rulebook.Denied {
			return j
		}
		if proper < 0 {
			proper = i
		}
	}
	if proper >= 0 {
		return f.judgeOffence(c, proper)
	}
	return f.noAct(whom)
}

// noAct proposes nothing about a complaint without an act that it could be about.
// Where the player complained about is to move, or his partner has spoken, the
// complaint may be that he sits, and what partners may ask of each other has an
// article (FIDEX 13): if what was played or said shows him waiting, that is none.
func (f *fold) noAct(whom Actor) judgement {
	j := judgement{verdict: rulebook.None, noAct: true, why: phrase.Of("no act of %s that a complaint could be about is on record", actorName(whom, f.set.book.Boards()))}
	s, seated := whom.Seat()
	if !seated || f.set.silent(rulebook.OnAdvise) {
		return j
	}
	b := &f.boards[s.Board()]
	spoken := slices.ContainsFunc(f.bad, func(o offence) bool { return o.setting == rulebook.OnAdvise && o.by == Seated(s.Partner()) })
	if !spoken && (b.end.ended || b.pos.Turn() != s.Color()) {
		return j
	}
	j.rests = []rulebook.Setting{rulebook.OnAdvise}
	waits := phrase.Of("partners may advise each other, and a player may wait while time lasts")
	if j.noAct = !spoken; len(f.in.Timeline) == 0 {
		j.why = phrase.Of("%s; %s", j.why, waits)
		return j
	}
	j.verdict, j.why = rulebook.Denied, phrase.Of("nothing improper is on record; %s", waits)
	return j
}

// concerns reports whether a complaint about a person can be about the offence:
// his own act, or an improper one he acted along with.
func (o *offence) concerns(whom Actor) bool {
	if o.by == whom {
		return true
	}
	s, seated := whom.Seat()
	return seated && !o.proper && slices.Contains(o.with, s)
}

// judgeOffence climbs the ladder of one offence.
func (f *fold) judgeOffence(c *Claim, index int) judgement {
	o := &f.bad[index]
	j := deny(phrase.Of("there was no offence (%s)", o.setting.Name()), o.setting)
	switch {
	case o.unruled:
		j = f.leave(o.setting)
		j.unruled = true
		j.why = phrase.Of("the clock was pressed without a move and nothing was hidden or displaced")
		return j
	case o.proper:
		if o.setting == rulebook.OnEarlyPass {
			j.rests = append(j.rests, rulebook.PassFrom)
			f.set.asked.add(rulebook.PassFrom)
		}
		f.set.asked.add(o.setting)
		if f.set.silent(o.setting) {
			j.rests = nil
		}
		return j
	case f.set.silent(o.setting):
		return f.leave(o.setting)
	case o.setting == rulebook.OnStopClocks:
		return judgement{
			verdict: rulebook.Upheld, rests: j.rests, remedies: []Remedy{{Kind: rulebook.RestartClocks}},
			why: phrase.Of("the clocks were not stopped as the rulebook asks"),
		}
	}
	oc := f.occasion(index)
	p := rulebook.PenaltyFor(o.setting, f.set.Value(o.setting), f.set.book.Cell(o.setting).Preset, oc)
	j.verdict = p.Verdict
	if p.Verdict == rulebook.Denied {
		j.remedies = o.fix
		j.why = phrase.Of("the rulebook allows it (%s)", o.setting.Name())
		return j
	}
	j.why = f.offenceSentence(o, oc.Count)
	if f.counts(o) {
		j.rests = append(j.rests, f.set.book.ScopeSetting(o.setting))
	}
	if o.setting == rulebook.OnEarlyPass {
		j.rests = append(j.rests, rulebook.PassFrom)
	}
	for _, kind := range p.Remedies {
		j.penalise(f, c, o, kind, p.Open)
	}
	return f.unlessOver(j)
}

// penalise turns one step of a ladder into a remedy and its effect.
func (j *judgement) penalise(f *fold, c *Claim, o *offence, kind rulebook.RemedyKind, open bool) {
	r := Remedy{Kind: kind}
	who, seated := o.by.Seat()
	if partsOf[kind].Seat && !seated {
		return // a penalty for a player, but it was none
	}
	r.Seat = who
	switch kind {
	case rulebook.AddTime:
		r.Seat, r.MS = who.Opponent(), rulebook.PenaltyMS
	case rulebook.DeductTime:
		r.MS = rulebook.PenaltyMS
		if open {
			r.MS = NoClock
		}
	case rulebook.ReturnPiece:
		r.Seat, r.Piece = who.Partner(), o.piece
	case rulebook.GameLoss:
		j.ending = &ending{who.Board(), Result{WonBy(who.Opponent().Color()), rulebook.ReasonForfeit}}
	case rulebook.MatchLoss:
		j.lossFor, j.forfeiter = who.Side(), o.setting
	case rulebook.NewGame:
		r.Seat, r.Board = 0, c.By.Board()
	case rulebook.Expel:
		r.Seat, r.Who = 0, o.by
	case rulebook.Refer:
		r.Seat, r.To = 0, rulebook.Director
	}
	j.remedies = append(j.remedies, r)
}
