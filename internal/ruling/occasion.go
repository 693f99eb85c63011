package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// occasion counts an offence: those on record over what the ladder counts, those
// before it in the timeline, itself.
func (f *fold) occasion(index int) rulebook.Occasion {
	o := &f.bad[index]
	who, ok := o.by.Seat()
	if !ok {
		return rulebook.Occasion{Count: 1}
	}
	ladder := o.setting.PriorLadder()
	oc := rulebook.Occasion{Count: f.in.Offences[who][ladder]}
	if n := f.in.Elsewhere[who][ladder]; n > 0 && f.scope(o) == rulebook.PerEvent {
		oc.Count += n
	}
	for _, other := range f.bad[:index+1] {
		if other.by == o.by && !other.proper && !other.undone && !other.unruled && other.setting.PriorLadder() == ladder {
			oc.Count++
		}
	}
	if o.setting == rulebook.OnDisplacePress {
		from := f.displacedAt(o)
		oc.VictimFlag = f.fellSince(who.Opponent(), from)
		oc.OffenderFlag = f.fellSince(who, from)
	}
	return oc
}

// scope is over what an offence is counted.
func (f *fold) scope(o *offence) rulebook.Scope {
	return rulebook.Scope(f.set.Value(f.set.book.ScopeSetting(o.setting)))
}

// counts reports whether an offence stands on a ladder that earlier ones on
// record may have climbed.
func (f *fold) counts(o *offence) bool {
	who, seated := o.by.Seat()
	ladder := o.setting.PriorLadder()
	return seated && f.set.book.Climbs(o.setting) && f.in.Offences[who][ladder]+f.in.Elsewhere[who][ladder] > 0
}

// offenceSentence is the ground of a penalty: the offence, which one it is, over
// what that was counted, and what was left out.
func (f *fold) offenceSentence(o *offence, count int) phrase.Sentence {
	name := o.setting.Name()
	who, seated := o.by.Seat()
	if !seated || !f.set.book.Climbs(o.setting) {
		return phrase.Of("there was an offence (%s)", name)
	}
	why := phrase.Of("this was offence number %d in the match (%s)", count, name)
	switch f.scope(o) {
	case rulebook.PerGame:
		why = phrase.Of("this was offence number %d in the game (%s)", count, name)
	case rulebook.PerEvent:
		why = phrase.Of("this was offence number %d in the whole event (%s)", count, name)
	}
	if n := f.in.Elsewhere[who][o.setting.PriorLadder()]; n > 0 && f.scope(o) != rulebook.PerEvent {
		return phrase.Of("%s, not counting %d in other matches of the event", why, n)
	}
	return why
}

// priorSteps tell what the register has on a person's earlier offences of the
// kinds complained about.
func (o *outcome) priorSteps(in *Incident, say func(FactState, phrase.Sentence)) {
	who, seated := in.Claim.against().Seat()
	if !seated {
		return
	}
	var told []phrase.Sentence
	for _, s := range o.j.rests {
		ladder := s.PriorLadder()
		here, elsewhere := in.Offences[who][ladder], in.Elsewhere[who][ladder]
		if !s.IsLadder() || !in.Book.Climbs(s) || here+elsewhere == 0 {
			continue
		}
		told = append(told, phrase.Of("earlier offences on record (%s): %d in this match, %d in others of the event", s.Name(), here, elsewhere))
	}
	if len(told) > 0 {
		say(Recorded, phrase.Of("%s", phrase.Row("; ", told...)))
	}
}

// displacedAt is the act that knocked the men over before they were pressed away.
func (f *fold) displacedAt(o *offence) int {
	for i := o.act; i >= 0; i-- {
		if a := &f.in.Timeline[i]; (a.Kind == ActDisplace || a.Kind == ActOffBoard) && a.By == o.by {
			return i
		}
	}
	return o.act
}

func (f *fold) fellSince(s bughouse.Seat, act int) bool {
	return f.seats[s].down && f.seats[s].flagAct > act
}
