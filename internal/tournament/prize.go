package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/standings"
)

// PrizePlan is what a section gives away and by which rules. The zero value has
// no prizes.
type PrizePlan struct {
	Revision int     // 0 before it was first saved
	Split    string  // place, even or hort
	Several  bool    // a team may win money in several categories
	Public   bool    // everybody may read the list once the section is complete
	Currency string  // $, EUR, … or empty
	Prizes   []Prize `db:"-"`
}

// Prize is one prize. Category names who may win it, empty for everybody; Money
// is in hundredths of the currency, 0 for a trophy or a title.
type Prize struct {
	Name     string
	Category string
	Place    int
	Money    int
}

var prizeSplits = map[string]standings.Split{"place": standings.ByPlace, "even": standings.Evenly, "hort": standings.Hort}

// SchoolCategory is the category of all teams with a school or club; a category
// such as U1200 is of all teams whose players are rated and whose two strongest average less. Both need no
// word in the team's entry, every other category does.
const SchoolCategory = "School"

// InCategory reports whether a team may win the prizes of a category: by a word
// of its entry, by the average of its two highest ratings (everybody rated), or by its school.
func (b *SectionBook) InCategory(t Team, category string) bool {
	switch {
	case category == "", t.Categories != "" && inWords(t.Categories, category):
		return true
	case strings.EqualFold(category, SchoolCategory):
		return t.School != ""
	}
	limit, isLimit := ratingLimit(category)
	if !isLimit {
		return false
	}
	members := b.Members(t.TeamID)
	for _, p := range members {
		if p.Rating == nil {
			return false
		}
	}
	return len(members) > 0 && strength(members) < limit*min(2, len(members))
}

func inWords(words, category string) bool {
	key := NameKey(category)
	return slices.ContainsFunc(CategoriesOf(words), func(word string) bool { return NameKey(word) == key })
}

// ratingLimit reads a category such as "U1200".
func ratingLimit(category string) (limit int, ok bool) {
	digits, found := strings.CutPrefix(strings.ToUpper(category), "U")
	limit, err := strconv.Atoi(digits)
	return limit, found && err == nil && limit > 0 && limit <= MaxRating
}

// CategoriesOf splits the words of an entry: "Girls, K-5".
func CategoriesOf(text string) []string {
	var words []string
	for word := range strings.SplitSeq(text, ",") {
		if word = tidy(word); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// Awards are who wins what by some standings.
type Awards struct {
	Given []Award // by place
	Left  []Prize // nobody can win these
	// Counted is the round of the standings; Rounds how many there will be.
	Counted, Rounds int
	Open            int // matches without a result
	UnderReview     int // results that may still change
}

// Award is what one team, or for a board prize one player, gets from one category; see standings.Award.
type Award struct {
	TeamID   int64
	PlayerID int64 // of a board prize, else 0
	Place    int   // of the team, or of the player among those of the board
	Points   int   // half points
	Category string
	Prizes   []Prize // the prizes divided
	Money    int     // in hundredths
	With     []int64 // all who divide them, the team included; players of a board prize
	Own      []Prize // prizes of the own place, of a Hort division
	Level    int     // how many share that place
	Shared   int     // of a board prize: how many share Place, 1 for a place of its own
}

// Final reports whether nothing can change the awards but a correction.
func (a Awards) Final() bool { return a.Complete() && a.UnderReview == 0 }

// Complete reports whether every round is played.
func (a Awards) Complete() bool { return a.Counted >= a.Rounds && a.Open == 0 }

// Awards gives the section's prizes to the teams as these standings have them.
func (s *Standings) Awards() (Awards, error) {
	plan := s.book.Prizes
	out := Awards{Counted: s.Round, Rounds: s.book.LastRound(), Open: s.Open, UnderReview: s.UnderReview}
	if len(plan.Prizes) == 0 {
		return out, nil
	}
	members := map[string][]int{}
	var prizes []standings.Prize
	for _, p := range plan.Prizes {
		if p.OfBoard() {
			continue
		}
		prizes = append(prizes, standings.Prize(p))
		if _, known := members[p.Category]; known || p.Category == "" {
			continue
		}
		members[p.Category] = []int{}
		for _, row := range s.Rows {
			if s.book.InCategory(s.book.Team(row.TeamID), p.Category) {
				members[p.Category] = append(members[p.Category], s.number[row.TeamID])
			}
		}
	}
	rules := standings.PrizeRules{Split: prizeSplits[plan.Split], Several: plan.Several}
	if s.across() {
		rules.Split = standings.ByPlace // level points of different groups, or in a knockout, mean nothing
	}
	rows := make([]standings.Row, len(s.Rows))
	for i, row := range settled(s.Rows) {
		rows[i] = standings.Row{Number: s.number[row.TeamID], Place: row.Place, Shared: row.Shared, Values: row.Values, Provisional: row.Provisional}
	}
	awards, left, err := standings.DividePrizes(rows, prizes, members, rules)
	if err != nil {
		return out, fmt.Errorf("prizes of %s: %w", s.book.Section.Name, err)
	}
	out.Left = prizesOf(left)
	team := make(map[int]int64, len(s.number))
	for id, n := range s.number {
		team[n] = id
	}
	for _, a := range awards {
		row, _ := s.Of(team[a.Number])
		given := Award{
			TeamID: row.TeamID, Place: row.Place, Points: row.Points, Category: a.Category, Prizes: prizesOf(a.Prizes), Money: a.Money, Own: prizesOf(a.Own), Level: a.Level,
		}
		for _, n := range a.With {
			given.With = append(given.With, team[n])
		}
		out.Given = append(out.Given, given)
	}
	return out, boardAwards(s.book, s.Round, &out)
}

func prizesOf(list []standings.Prize) []Prize {
	var prizes []Prize
	for _, p := range list {
		prizes = append(prizes, Prize(p))
	}
	return prizes
}

// PrizeChange is what one team, or for board prizes one player, wins before and after a change: the
// sum of money in hundredths, and the titles.
type PrizeChange struct {
	TeamID                    int64
	PlayerID                  int64 // 0: the team
	MoneyBefore, MoneyAfter   int
	TitlesBefore, TitlesAfter []string
}

// prizeChanges compares two lists of awards by team and player, in the order of the second.
func prizeChanges(before, after Awards) []PrizeChange {
	changes := map[[2]int64]*PrizeChange{}
	var order [][2]int64
	of := func(a Award) *PrizeChange {
		id := [2]int64{a.TeamID, a.PlayerID}
		if changes[id] == nil {
			changes[id] = &PrizeChange{TeamID: a.TeamID, PlayerID: a.PlayerID}
			order = append(order, id)
		}
		return changes[id]
	}
	for _, a := range after.Given {
		c := of(a)
		c.MoneyAfter += a.Money
		if a.Money == 0 {
			c.TitlesAfter = append(c.TitlesAfter, a.Prizes[0].Name)
		}
	}
	for _, a := range before.Given {
		c := of(a)
		c.MoneyBefore += a.Money
		if a.Money == 0 {
			c.TitlesBefore = append(c.TitlesBefore, a.Prizes[0].Name)
		}
	}
	var changed []PrizeChange
	for _, id := range order {
		if c := changes[id]; c.MoneyBefore != c.MoneyAfter || !slices.Equal(c.TitlesBefore, c.TitlesAfter) {
			changed = append(changed, *c)
		}
	}
	return changed
}
