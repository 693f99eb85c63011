package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Option is one thing the official can do where the decision is his, and what it
// would come to.
type Option struct {
	Sentence phrase.Sentence
	Source   string // the article that does it that way, if any
	Verdict  rulebook.Verdict
	Match    string
	Remedies []Remedy
}

// penalties an official may choose from where a ladder leaves the choice to him.
var penalties = []rulebook.Value{"warning", "add-time", "deduct-time", "game-loss", "match-loss"}

// Options lists what the official can do where [Rule] leaves the decision to him,
// and nothing elsewhere. Where the rulebook is silent they are the answers other
// rulebooks give; where it leaves a penalty open, or none has an answer, the
// penalties; otherwise what the article allows him.
func Options(in Incident) ([]Option, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	o := evaluate(&in, &reading{book: in.Book})
	if o.j.verdict != rulebook.Discretion {
		return nil, nil
	}
	var out []Option
	try := func(source string, intro func(phrase.Sentence) phrase.Sentence, world Incident) {
		world.openly = true
		p := evaluate(&world, &reading{book: world.Book})
		opt := Option{Source: source, Verdict: p.j.verdict, Match: p.match(), Remedies: p.j.remedies}
		if p.j.verdict == rulebook.Discretion || slices.ContainsFunc(out, opt.comesToTheSame) {
			return
		}
		opt.Sentence = intro(p.answer(in.Book.Boards()))
		out = append(out, opt)
	}
	add := func(source string, intro func(phrase.Sentence) phrase.Sentence, book *rulebook.Rulebook) {
		world := in
		world.Book = book
		try(source, intro, world)
	}
	for _, w := range in.told(o.d.Lacks) {
		try("", w.suppose, w.Incident)
	}
	for _, s := range o.j.rests {
		cell := in.Book.Cell(s)
		known := len(out)
		if cell.Value == rulebook.NoRule {
			for _, other := range rulebook.All() {
				if v := other.Value(s); v != rulebook.NoRule && other.Boards() == in.Book.Boards() {
					source := string(other.Name())
					if a := other.Cell(s).Articles; len(a) > 0 {
						source = other.Cite(a[0])
					}
					add(source, func(s phrase.Sentence) phrase.Sentence { return phrase.Of("as %s has it: %s", source, s) }, in.Book.With(s, v))
				}
			}
		}
		elsewhere := cell.Value == rulebook.NoRule && len(out) > known // another book has an answer
		if s.IsLadder() && !o.prompted() && !elsewhere {
			for _, v := range append(o.named(), penalties...) {
				add("", plainly, in.Book.With(s, v))
			}
		}
	}
	if o.prompted() {
		add("", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("as if nobody had spoken: %s", s) }, in.Book.With(rulebook.OnPrompt, "allowed").With(rulebook.OnOfficialPrompt, "allowed"))
	}
	add("", func(s phrase.Sentence) phrase.Sentence { return phrase.Of("acting after the end: %s", s) }, in.Book)
	for _, r := range o.j.remedies {
		if r.Kind != rulebook.Refer && !slices.ContainsFunc(out, func(p Option) bool { return slices.Equal(p.Remedies, []Remedy{r}) }) {
			out = append(out, Option{Sentence: r.Say(in.Book.Boards()), Verdict: rulebook.Upheld, Match: o.match(), Remedies: []Remedy{r}})
		}
	}
	return out, nil
}

func plainly(s phrase.Sentence) phrase.Sentence { return s }

// answer is the verdict, where there is one, and what it does.
func (o *outcome) answer(boards int) phrase.Sentence {
	effects := phrase.Row("; ", o.effects(boards)...)
	switch o.j.verdict {
	case rulebook.Upheld:
		return phrase.Of("upheld; %s", effects)
	case rulebook.Denied:
		return phrase.Of("denied; %s", effects)
	}
	return phrase.Of("%s", effects)
}

// named are the penalties the article itself names, which come first among the options.
func (o *outcome) named() []rulebook.Value {
	var out []rulebook.Value
	for _, v := range penalties {
		if slices.ContainsFunc(o.j.remedies, func(r Remedy) bool { return string(r.Kind) == string(v) && r.MS != NoClock }) {
			out = append(out, v)
		}
	}
	return out
}

func (p Option) comesToTheSame(q Option) bool {
	return p.Verdict == q.Verdict && p.Match == q.Match && sameRemedies(p.Remedies, q.Remedies)
}

// prompted reports that the judgement came from an interference.
func (o *outcome) prompted() bool {
	return slices.Contains(o.j.rests, rulebook.OnPrompt) || slices.Contains(o.j.rests, rulebook.OnOfficialPrompt)
}
