package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Rule answers an incident. The error names what makes it no incident at all: no
// rulebook, or a board no men can stand on.
func Rule(in Incident) (Ruling, error) {
	if err := in.check(); err != nil {
		return Ruling{}, err
	}
	base := &reading{book: in.Book}
	o := evaluate(&in, base)
	points := sensitivity(&in, base, o)
	return o.ruling(&in, points), nil
}

// outcome is one evaluation of an incident under one reading.
type outcome struct {
	f *fold
	j judgement
	d rulebook.Outcome
}

func evaluate(in *Incident, set *reading) *outcome {
	o := evaluateOnce(in, set)
	o.settleSequence(in, set)
	return o
}

// evaluateOnce takes what nobody has said about the order of two ends as it stands.
func evaluateOnce(in *Incident, set *reading) *outcome {
	f := newFold(in, set)
	f.run()
	o := &outcome{f: f}
	switch {
	case in.Claim != nil:
		o.j = f.judgeTied(f.now, in.Claim)
		f.takeEffect(o.j)
	case len(f.unsettled) > 0:
		o.j = f.leave(f.unsettled[0])
	default:
		o.j.verdict = rulebook.None
	}
	o.d = rulebook.DecideMatch(set, f.ends())
	return o
}

// same reports whether two evaluations come to the same: verdict, match and
// remedies, the last as a set.
func (o *outcome) same(p *outcome) bool {
	return o.j.verdict == p.j.verdict && o.d.Match == p.d.Match && sameRemedies(o.j.remedies, p.j.remedies)
}

func sameRemedies(a, b []Remedy) bool {
	in := func(list []Remedy) func(Remedy) bool {
		return func(r Remedy) bool { return !slices.Contains(list, r) }
	}
	return !slices.ContainsFunc(a, in(b)) && !slices.ContainsFunc(b, in(a))
}

// OpenPoint is a point the texts leave open and what its other answer would
// change in this ruling.
type OpenPoint struct {
	Number  int
	Setting rulebook.Setting
	Applied rulebook.Value // the default this ruling rests on
	Other   rulebook.Value
	Verdict rulebook.Verdict // under the other answer
	Match   string
	Changes []Remedy // the remedies under the other answer
}

// sensitivity rules again with every other answer the texts allow and keeps
// those that change the ruling. Settings nobody asked for are left alone: they
// cannot change it.
func sensitivity(in *Incident, base *reading, o *outcome) []OpenPoint {
	var points []OpenPoint
	for i := range rulebook.SettingCount {
		s := rulebook.Setting(i)
		if !base.asked.has(s) {
			continue
		}
		for _, a := range in.Book.Cell(s).Alternatives {
			other := evaluate(in, &reading{book: in.Book, replaced: s, value: a.Value, other: true})
			if !other.same(o) {
				points = append(points, OpenPoint{
					Number: a.Point, Setting: s, Applied: in.Book.Value(s), Other: a.Value,
					Verdict: other.j.verdict, Match: other.match(), Changes: other.j.remedies,
				})
			}
		}
	}
	return points
}

// match is the match result in the words of rulings: where one board is the
// match, its colours take the place of the sides.
func (o *outcome) match() string {
	if o.f.set.book.Boards() == 1 {
		switch o.d.Match {
		case rulebook.WonByT1:
			return WhiteWins.String()
		case rulebook.WonByT2:
			return BlackWins.String()
		}
	}
	return string(o.d.Match)
}

// ruling assembles what is handed out.
func (o *outcome) ruling(in *Incident, points []OpenPoint) Ruling {
	f := o.f
	r := Ruling{
		ID: in.ID, Verdict: o.j.verdict, Match: o.match(), Remedies: o.j.remedies,
		Boards: in.Book.Boards(), Points: points, Legality: f.legalities(), Lacks: o.d.Lacks, Order: f.ends().Order,
	}
	for s := range f.seats {
		r.Clocks[s] = f.seats[s].clock
	}
	for id := range f.boardIDs() {
		r.Games[id] = o.game(id)
		r.Status[id] = f.finalStatus(id)
	}
	rests := o.rests(points)
	r.Open = o.open(in.Book, points)
	r.Basis = o.basis(in.Book, rests, r.Open)
	r.Articles = o.articles(in.Book, rests)
	r.Explain = o.explain(in)
	r.Reasons = o.reasons(in, rests, points)
	r.Marks, r.NoAct = f.oddSentences(r.Boards), o.j.noAct
	return r
}

func (o *outcome) game(id bughouse.BoardID) Game {
	e := &o.f.boards[id].end
	switch {
	case e.ended && o.d.Counted[id]:
		return Game{Ended: true, Winner: e.Winner, Reason: e.Reason}
	case o.d.Match != rulebook.Continues:
		return Game{Reason: rulebook.ReasonStopped}
	}
	return Game{}
}

// finalStatus is the status of a board after timeline and take-backs, with
// promotions nobody named as queens.
func (f *fold) finalStatus(id bughouse.BoardID) bughouse.Status {
	p := f.boards[id].pos
	for i := range f.moves {
		if m := &f.moves[i]; m.by.Board() == id && m.stands() && m.undeclared {
			p.Declare(m.move.To(), bughouse.Queen)
		}
	}
	return p.Status()
}

// legalities lists the verdict on every move of the timeline, then on every try
// in the start position.
func (f *fold) legalities() []Legality {
	var out []Legality
	for i := range f.in.Timeline {
		if f.in.Timeline[i].Kind == ActMove {
			out = append(out, Legality{Act: i + 1, Reason: f.judged(i)})
		}
	}
	for i, t := range f.in.Tries {
		out = append(out, Legality{Try: i + 1, Reason: f.try(t)})
	}
	return out
}

func (f *fold) judged(act int) bughouse.Reason {
	reason := f.legal[act]
	for i := range f.moves {
		if m := &f.moves[i]; m.act == act && f.undeclaredIllegal(m) && (reason == bughouse.Legal || reason == bughouse.KingLeftInCheck) {
			return bughouse.PromotionPiece
		}
	}
	return reason
}

func (f *fold) try(t Try) bughouse.Reason {
	id := t.By.Board()
	b := &f.boards[id]
	if b.end.ended && b.end.order < 0 {
		return bughouse.GameOver
	}
	p := b.start
	if p.Turn() != t.By.Color() {
		return bughouse.NotYourTurn
	}
	reason := p.Legal(t.Move)
	if reason == bughouse.Legal || reason == bughouse.KingLeftInCheck {
		p.MakeAsPlayed(t.By.Color(), t.Move)
		if undeclared(&p, t.Move) && f.set.is(rulebook.PromotionUndeclared, "illegal") {
			return bughouse.PromotionPiece
		}
	}
	return reason
}

// restsOfEnd are the settings an end that was judged rests on.
func (f *fold) restsOfEnd(e *end) []rulebook.Setting {
	if e.stated || !e.ended {
		return nil
	}
	switch e.Reason {
	case rulebook.ReasonCheckmate:
		if e.move < 0 {
			return []rulebook.Setting{rulebook.MateTest}
		}
		if f.moves[e.move].move.IsDrop() {
			return []rulebook.Setting{rulebook.MateTest, rulebook.MateCountsFrom, rulebook.Drops}
		}
		return []rulebook.Setting{rulebook.MateTest, rulebook.MateCountsFrom}
	case rulebook.ReasonStalemate:
		return []rulebook.Setting{rulebook.Stalemate}
	case rulebook.ReasonFlag:
		return []rulebook.Setting{rulebook.FlagClaim}
	case rulebook.ReasonBothFlags:
		return []rulebook.Setting{rulebook.BothFlags}
	case rulebook.ReasonIllegalMove:
		return []rulebook.Setting{rulebook.IllegalPenalty}
	case rulebook.ReasonAgreement:
		return []rulebook.Setting{rulebook.DrawAgreement}
	case rulebook.ReasonRepetition:
		return []rulebook.Setting{rulebook.Repetition}
	case rulebook.ReasonNoClock:
		return []rulebook.Setting{rulebook.NoClock}
	}
	return nil
}

// rests lists what the ruling rests on: the judgement, the ends that counted, the
// match rules, and the open points that would change it.
func (o *outcome) rests(points []OpenPoint) []rulebook.Setting {
	if o.j.unruled {
		return nil
	}
	list := slices.Clone(o.j.rests)
	add := func(more ...rulebook.Setting) {
		for _, s := range more {
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	for id := range o.f.boardIDs() {
		if o.d.Counted[id] {
			add(o.f.restsOfEnd(&o.f.boards[id].end)...)
		}
	}
	add(o.d.Rests...)
	for _, p := range points {
		add(p.Setting)
	}
	return list
}

// articles cites the settings a ruling rests on. A setting without a rule cites
// the rulebook's fallback, and only where the ruling rests on that silence.
func (o *outcome) articles(book *rulebook.Rulebook, rests []rulebook.Setting) []string {
	var out []string
	add := func(article string) {
		if c := book.Cite(article); article != "" && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	if o.j.unruled {
		add(book.Fallback())
	}
	for _, s := range rests {
		if book.Value(s) == rulebook.NoRule && o.j.verdict != rulebook.Discretion {
			continue
		}
		for _, a := range book.CellArticles(s) {
			add(a)
		}
	}
	if len(out) == 0 && o.j.verdict == rulebook.Denied {
		add(book.Fallback()) // nothing in the text speaks for the claimant
	}
	if o.resigned() {
		article, _ := book.Resignation()
		add(article)
	}
	return out
}

// resigned reports a resignation on the record that counted.
func (o *outcome) resigned() bool {
	for id := range o.f.boardIDs() {
		if e := &o.f.boards[id].end; e.ended && !e.stated && e.Reason == rulebook.ReasonResignation && o.d.Counted[id] {
			return true
		}
	}
	return false
}

// open lists the numbers of the open points, and the point that records
// discretion where the rulebook has no article for it at all.
func (o *outcome) open(book *rulebook.Rulebook, points []OpenPoint) []int {
	var out []int
	for _, p := range points {
		out = append(out, p.Number)
	}
	if o.d.Lacks != 0 {
		out = append(out, rulebook.WhichFirst)
	}
	if n := book.SilencePoint(); n != 0 && o.j.verdict == rulebook.Discretion && o.silence(book) {
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// silence reports that the official decides because there is no rule.
func (o *outcome) silence(book *rulebook.Rulebook) bool {
	return o.j.unruled || slices.ContainsFunc(o.j.rests, func(s rulebook.Setting) bool { return book.Value(s) == rulebook.NoRule })
}

func (o *outcome) basis(book *rulebook.Rulebook, rests []rulebook.Setting, open []int) rulebook.Basis {
	switch {
	case o.j.verdict == rulebook.Discretion:
		return rulebook.OfficialsCall
	case len(open) > 0:
		return rulebook.Default
	}
	for _, s := range rests {
		if book.Cell(s).IsReading() && (s != rulebook.MateTest || o.mated()) {
			return rulebook.Derived
		}
	}
	if o.resigned() {
		_, basis := book.Resignation()
		return basis
	}
	return rulebook.Explicit
}

// mated reports a mate that was judged and counted.
func (o *outcome) mated() bool {
	for id := range o.f.boardIDs() {
		if e := &o.f.boards[id].end; e.ended && !e.stated && e.Reason == rulebook.ReasonCheckmate && o.d.Counted[id] {
			return true
		}
	}
	return false
}
