package dispute

import (
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/ruling"
)

// Asked are a question of the rulings engine and the answer that the official learned, as they
// can be said in the reader's language. The card keeps the English as it was asked; where its
// facts have changed since, so that they would be asked otherwise today, that stays.
func (f *WholeIncident) Asked(a Answer) (question, answer phrase.Sentence) {
	question, answer = phrase.Of("%s", a.Question), phrase.Of("%s", a.Answer)
	fact, err := ruling.ParseFact(a.Fact)
	if err != nil || a.Number < 0 || a.Number >= len(fact.Answers()) {
		return question, answer
	}
	in, err := FactsOf(f.Incident).Incident(f.Section, Earlier{})
	if err != nil {
		in = ruling.Incident{}
	}
	if today := fact.Question(&in); today.String() == a.Question {
		question = today
	}
	today := fact.Answers()[a.Number]
	for _, said := range []phrase.Sentence{today, byRecord(today)} {
		if said.String() == a.Answer {
			answer = said
		}
	}
	return question, answer
}
