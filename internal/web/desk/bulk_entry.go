package desk

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

// bulkLimit is how many lines one paste may have.
const bulkLimit = 400

func (h *Handlers) bulkForm(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) error {
	return bulkPage(v, book, round, pages.Bulk{})
}

func bulkPage(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, b pages.Bulk) error {
	b.Round, b.Base, b.Most = round.RoundNo, v.DeskRound(round.RoundNo), bulkLimit
	return v.Page(pages.BulkPage(v.Frame(layout.Desk, v.Words.Say("Paste results"), book.Event.Version), b))
}

// enterBulk saves pasted lines "14 1 2" (table, match, result), each as an entry
// of its own with its own message. Lines that are not saved stay in the box.
func (h *Handlers) enterBulk(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round) error {
	var page pages.Bulk
	var kept []string
	read := pasted{}
	lines := strings.Split(strings.ReplaceAll(v.FormValue("lines"), "\r\n", "\n"), "\n")
	for i, text := range lines {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if len(page.Lines) == bulkLimit {
			kept = append(kept, lines[i:]...)
			page.Problem = v.Words.Say("Only the first %d lines were read. The others are still in the box.", bulkLimit)
			break
		}
		var err error
		line := pages.BulkLine{Text: text}
		if line.Said, err = h.bulkLine(v, book, round, read, i, text); err != nil {
			if !visit.Refusable(err) && fault.Of(err) != fault.NotFound {
				return err
			}
			line.Refused, line.Said = true, visit.SaidIn(v.Words, err)
			kept = append(kept, text)
			page.Refused++
		}
		page.Lines = append(page.Lines, line)
	}
	page.Text = strings.Join(kept, "\n")
	return bulkPage(v, book, round, page)
}

// pasted is what the lines of one paste say, so that two of them cannot differ.
type pasted map[[2]int]pastedLine

type pastedLine struct {
	number  int
	outcome tournament.Outcome
}

// twice refuses a line that says something else than a line before it.
func (p pasted) twice(in tournament.TypedResult, number int) error {
	at := [2]int{in.Table, in.Match}
	before, ok := p[at]
	if ok && before.outcome != in.Outcome {
		return fault.New(fault.Conflict, "Line %d says something else about table %d, match %d. Look at the slip; this line is not saved.", before.number+1, in.Table, in.Match)
	}
	p[at] = pastedLine{number, in.Outcome}
	return nil
}

// bulkLine reads and saves one line. The key of the form with the number of the
// line is its one-time key.
func (h *Handlers) bulkLine(v *visit.Visit, book *tournament.SectionBook, round *tournament.Round, read pasted, number int, text string) (string, error) {
	in, err := readBulkLine(book, round, text)
	if err != nil {
		return "", err
	}
	if err := read.twice(in, number); err != nil {
		return "", err
	}
	p := round.AtTable(in.Table)
	if p == nil {
		return "", fault.New(fault.NotFound, "There is no table %d in %s, round %d.", in.Table, book.Section.Name, round.RoundNo)
	}
	at := slices.IndexFunc(p.Matches, func(m tournament.Match) bool { return m.MatchNo == in.Match })
	if at < 0 {
		return "", fault.New(fault.NotFound, "Table %d plays %d matches.", in.Table, len(p.Matches))
	}
	own := func(r *tournament.ResultReport) bool {
		return r.ByAccount != nil && *r.ByAccount == v.Who.Account.AccountID
	}
	if r := p.Matches[at].Result; r != nil && own(r) && r.Outcome != in.Outcome {
		return "", fault.New(fault.Conflict, "You have entered another result already: %s. Change it at the table.",
			r.Outcome.Said(publicpages.TeamNames(book, *p), r.Forfeit, r.EndsOf()))
	}
	cmd := v.Command()
	cmd.Key += "-line-" + strconv.Itoa(number)
	done, err := h.Results.EnterResult(v.Request().Context(), v.Event.EventID, cmd, in)
	if err != nil {
		return "", err
	}
	return wording.EnteredWords(v.Words, done), nil
}

// readBulkLine reads table, match and result: 1 and 2 are the teams as on the
// slip, 3 is a draw.
func readBulkLine(book *tournament.SectionBook, round *tournament.Round, line string) (tournament.TypedResult, error) {
	in := tournament.TypedResult{SectionID: book.Section.SectionID, Round: round.RoundNo, Source: "desk"}
	fields := strings.FieldsFunc(text.PlainDigits(line), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	if len(fields) != 3 {
		return in, fault.New(fault.Invalid, "Write three numbers: table, match, result.")
	}
	var err error
	if in.Table, err = strconv.Atoi(fields[0]); err != nil {
		return in, fault.New(fault.Invalid, "“%s” is not a table number.", fields[0])
	}
	if in.Match, err = strconv.Atoi(fields[1]); err != nil {
		return in, fault.New(fault.Invalid, "“%s” is not the number of a match.", fields[1])
	}
	in.Outcome = outcomeKeys[fields[2]]
	if in.Outcome == "" {
		return in, fault.New(fault.Invalid, "The result is 1, 2 or 3, not “%s”.", fields[2])
	}
	return in, nil
}

// outcomeKeys are the results by the keys of the desk.
var outcomeKeys = map[string]tournament.Outcome{"1": tournament.FirstWins, "2": tournament.SecondWins, "3": tournament.Drawn}
