package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// talkOfDraw keeps offers and answers. A refusal ends the offer it answers.
func (f *fold) talkOfDraw(s bughouse.Seat, kind ActKind) {
	me := &f.seats[s]
	switch kind {
	case ActOfferDraw:
		me.offered = true
	case ActAcceptDraw:
		me.accepted = true
	case ActRefuseDraw:
		f.endOffers(s)
	}
	if f.teamsAgree() && !f.decided() && f.set.is(rulebook.DrawAgreement, "both-teams") {
		f.agree()
	}
}

// endOffers takes what a player and his partner were offered off the table, and
// what they had accepted of it.
func (f *fold) endOffers(s bughouse.Seat) {
	f.seats[s].accepted, f.seats[s.Partner()].accepted = false, false
	f.seats[s.Opponent()].offered, f.seats[s.Opponent().Partner()].offered = false, false
}

// letLapse ends what a player was offered when he plays on without an answer, as
// the base laws have it. One who has accepted and waits for his partner's answer
// may move.
func (f *fold) letLapse(s bughouse.Seat) {
	offered := f.seats[s.Opponent()].offered || f.seats[s.Opponent().Partner()].offered
	if !offered || f.seats[s].accepted || !f.set.is(rulebook.DrawOffer, "until-move") {
		return
	}
	f.endOffers(s)
	f.lapsed = true
}

// teamsAgree reports an offer by both players of a team that both of the other accepted.
func (f *fold) teamsAgree() bool {
	offered := func(a, b bughouse.Seat) bool { return f.seats[a].offered && f.seats[b].offered }
	accepted := func(a, b bughouse.Seat) bool { return f.seats[a].accepted && f.seats[b].accepted }
	return offered(bughouse.WA, bughouse.BB) && accepted(bughouse.BA, bughouse.WB) ||
		offered(bughouse.BA, bughouse.WB) && accepted(bughouse.WA, bughouse.BB)
}

// judgeAgreement upholds a draw all four players agreed to.
func (f *fold) judgeAgreement() judgement {
	switch {
	case f.set.silent(rulebook.DrawAgreement):
		return f.leave(rulebook.DrawAgreement)
	case f.agreed:
		return uphold(phrase.Of("both players of one team offered and both of the other accepted"), rulebook.DrawAgreement)
	case f.teamsAgree():
		return deny(phrase.Of("the match was already decided"), rulebook.DrawAgreement)
	case f.lapsed:
		return deny(phrase.Of("not all four players agreed to an offer that still stood: one had lapsed when an opponent moved"), rulebook.DrawAgreement, rulebook.DrawOffer)
	}
	return deny(phrase.Of("not all four players agreed"), rulebook.DrawAgreement)
}
