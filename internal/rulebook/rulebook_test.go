package rulebook_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func rows(t *testing.T, file string) [][]string {
	t.Helper()
	f := expect.Must(os.Open(testdata.Path(t, "rulings", file)))(t)
	defer f.Close()
	var out [][]string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	expect.MustTrue(t, len(out) != 0, "%s has no rows", file)
	return out
}

func book(t *testing.T, name string) *rulebook.Rulebook {
	t.Helper()
	b := expect.Must(rulebook.ByName(name))(t)
	return b
}

// ends builds what a row of match-results.tsv describes.
func ends(a, b, order string) rulebook.Ends {
	game := func(word string) rulebook.GameEnd {
		switch word {
		case "T1":
			return rulebook.GameEnd{Ended: true, Winner: bughouse.Side1, Reason: rulebook.ReasonCheckmate}
		case "T2":
			return rulebook.GameEnd{Ended: true, Winner: bughouse.Side2, Reason: rulebook.ReasonCheckmate}
		case "draw":
			return rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonRepetition}
		case "double-forfeit":
			return rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonNoClock}
		}
		return rulebook.GameEnd{}
	}
	e := rulebook.Ends{Games: [2]rulebook.GameEnd{game(a), game(b)}}
	switch {
	case strings.HasPrefix(order, "A-"), order == "linked-A-first":
		e.Order = rulebook.AFirst
	case strings.HasPrefix(order, "B-"), order == "linked-B-first":
		e.Order = rulebook.BFirst
	case order == "same-time":
		e.Order = rulebook.AtOnce
	}
	e.Linked = strings.HasPrefix(order, "linked")
	if strings.Contains(order, "stopped") {
		e.Stopped = rulebook.StoppedByRunning | rulebook.StoppedByAnyone
	}
	return e
}

func TestMatchResults(t *testing.T) {
	for _, r := range rows(t, "match-results.tsv") {
		d := book(t, r[0]).Decide(ends(r[1], r[2], r[3]))
		got := []string{string(d.Match), dash(d.Articles), string(d.Basis), dash(ints(d.Open))}
		if d.Discretion {
			got[0] = "discretion"
		}
		expect.NoDiff(t, cmp.Diff(r[4:8], got), "%s", strings.Join(r[:4], " "))
	}
}

func TestJaredMatchIsItsGame(t *testing.T) {
	for side, want := range map[bughouse.Side]rulebook.MatchResult{bughouse.Side1: rulebook.WonByT1, bughouse.Side2: rulebook.WonByT2, 0: rulebook.Drawn} {
		e := rulebook.Ends{OneBoard: true}
		e.Games[0] = rulebook.GameEnd{Ended: true, Winner: side, Reason: rulebook.ReasonCheckmate}
		d := book(t, "JARED").Decide(e)
		expect.True(t, d.Match == want && d.Basis == rulebook.Explicit && slices.Equal(d.Articles, []string{"7"}), "winner %v: %+v", side, d)
	}
}

func TestBothFlagsAddPoint27(t *testing.T) {
	e := rulebook.Ends{}
	e.Games[1] = rulebook.GameEnd{Ended: true, Reason: rulebook.ReasonBothFlags}
	for name, want := range map[string][]int{"TR3": {27}, "FIDEX": {27}, "USCF-R": {11}} {
		d := book(t, name).Decide(e)
		expect.True(t, slices.Equal(d.Open, want), "%s: open %v, want %v", name, d.Open, want)
	}
}

func dash(list []string) string {
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, " ")
}

func ints(list []int) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = strconv.Itoa(n)
	}
	return out
}

// penalty writes a penalty the way ladders.tsv does.
func penalty(s rulebook.Setting, p rulebook.Penalty, flagged bool) string {
	if s == rulebook.OnLiftClock && p.Verdict == rulebook.Upheld {
		return "upheld, no penalty named"
	}
	words := make([]string, len(p.Remedies))
	for i, r := range p.Remedies {
		words[i] = string(r)
		switch {
		case r == rulebook.Refer:
			words[i] += " director"
		case r == rulebook.Restore:
			words[i] += " (own time)"
		case p.Open:
			words[i] += " (offender), amount open"
		case r == rulebook.AddTime:
			words[i] += fmt.Sprintf(" %d (opponent)", rulebook.PenaltyMS)
		case r == rulebook.DeductTime:
			words[i] += fmt.Sprintf(" %d (offender)", rulebook.PenaltyMS)
		}
	}
	text := strings.Join(words, ", ")
	switch {
	case p.Verdict == rulebook.Denied:
		return "none: allowed"
	case p.Verdict == rulebook.Discretion:
		return "discretion: " + text
	case flagged:
		return text + " instead of a warning"
	}
	return text
}

func TestLadders(t *testing.T) {
	for _, r := range rows(t, "ladders.tsv") {
		offence, count, flagged := r[0], strings.TrimSuffix(r[2], "+"), false
		if n, rest, ok := strings.Cut(count, ","); ok {
			count, flagged = n, strings.Contains(rest, "flag fell")
		}
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatalf("count %q", r[2])
		}
		b := book(t, r[1])
		name := "on-" + offence
		if offence == "illegal-move" {
			name = "illegal-penalty"
		}
		s := expect.Must(rulebook.ParseSetting(name))(t)
		got := r[3]
		if offence != "stop-clocks" { // not a ladder: what is asked of a stop
			got = penalty(s, b.Penalty(s, rulebook.Occasion{Count: n, VictimFlag: flagged}), flagged)
		}
		d := b.DecidePenalty(s, rulebook.Occasion{Count: n, VictimFlag: flagged})
		want := []string{r[3], r[4], r[6], r[7]}
		expect.NoDiff(t, cmp.Diff(want, []string{got, dash(d.Articles), string(d.Basis), dash(ints(d.Open))}), "%s", strings.Join(r[:3], " "))
		if got := b.Counting(s).Scope; string(got) != r[5] {
			t.Errorf("%s %s: scope %s, the book counts over the %s", offence, r[1], r[5], got)
		}
	}
}

func TestEveryCitedArticleIsInTheCatalogue(t *testing.T) {
	for _, b := range rulebook.All() {
		resignation, _ := b.Resignation()
		cited := []string{resignation}
		if b.Fallback() != "" {
			cited = append(cited, b.Fallback())
		}
		cited = append(cited, b.TimeControl().Articles...)
		for _, c := range b.Cells() {
			cited = append(cited, c.Articles...)
			for _, a := range c.Alternatives {
				if _, ok := rulebook.PointByNumber(a.Point); !ok {
					t.Errorf("%s %s: no open point %d", b.Name(), c.Setting, a.Point)
				}
				if a.Value == c.Value {
					t.Errorf("%s %s: alternative %d is the value itself", b.Name(), c.Setting, a.Point)
				}
			}
		}
		for _, id := range cited {
			if _, ok := b.Article(id); !ok {
				t.Errorf("%s has no article %s in the catalogue", b.Name(), id)
			}
		}
		for _, a := range b.Articles() {
			if a.Summary == "" || a.Title == "" || a.Topic == "" {
				t.Errorf("%s is not described", a.Cite())
			}
		}
	}
}

// The articles no setting rests on are those about seats, the start, the time
// control and the number of games, and headings whose parts are cited.
func TestArticlesWithoutSetting(t *testing.T) {
	want := map[rulebook.Name]string{
		rulebook.TR3: "1 2", rulebook.FIDEX: "1 2 4 16", rulebook.USCFR: "2 3 4 15 15.III", rulebook.USCFC: "2 3 4 15 15.a.2", rulebook.JARED: "1",
	}
	for _, b := range rulebook.All() {
		var idle []string
		for _, a := range b.Articles() {
			if len(a.Decides) == 0 {
				idle = append(idle, a.ID)
			}
		}
		slices.Sort(idle)
		wantIDs := strings.Fields(want[b.Name()])
		slices.Sort(wantIDs)
		expect.NoDiff(t, cmp.Diff(wantIDs, idle), "%s", b.Name())
	}
}

func TestEverySettingIsDescribed(t *testing.T) {
	for _, s := range rulebook.Settings() {
		expect.True(t, s.Question() != "" && s.Topic() != "", "%s is not described", s)
		parsed, err := rulebook.ParseSetting(s.String())
		expect.True(t, err == nil && parsed == s, "%s does not read back: %v", s, err)
		for _, b := range rulebook.All() {
			if v := b.Value(s); s.Say(v) == "" {
				t.Errorf("%s: nothing to say for %s under %s", s, v, b.Name())
			} else if back, err := rulebook.ParseValue(s, v.String()); err != nil || back != v {
				t.Errorf("%s: %q reads back as %q, %v", s, v, back, err)
			}
		}
	}
}

func TestValuesOutsideTheirSettingAreRefused(t *testing.T) {
	for _, tc := range []struct {
		setting rulebook.Setting
		text    string
		ok      bool
	}{
		{rulebook.Stalemate, "maybe", false},
		{rulebook.Stalemate, "draw", true},
		{rulebook.Repetition, "-1", false},
		{rulebook.Repetition, "four", false},
		{rulebook.Repetition, "4", true},
		{rulebook.Appeal, "director → king", false},
		{rulebook.Appeal, "director→chief", true},
		{rulebook.OnHand, "warning → spanking", false},
		{rulebook.OnHand, "warning→game-loss", true},
		{rulebook.OnHand, "offender-flag", false},
		{rulebook.OnDisplacePress, "offender-flag", true},
		{rulebook.OnPrompt, "may-expel+may-new-game", true},
		{rulebook.OnBang, "", false},
	} {
		_, err := rulebook.ParseValue(tc.setting, tc.text)
		expect.Equal(t, (err == nil), tc.ok, "%s = %q: %v", tc.setting, tc.text, err)
	}
}

func TestHouseRules(t *testing.T) {
	type rules = []rulebook.HouseRule
	for _, tc := range []struct {
		name, book string
		rules      rules
		refused    string // part of the reason, empty when the rules are fine
	}{
		{"none", "TR3", nil, ""},
		{"repetition four", "TR3", rules{{Setting: rulebook.Repetition, Value: "4", Note: "as in the league"}}, ""},
		{"small event", "USCF-R", rules{{Setting: rulebook.Appeal, Value: rulebook.Join("director", "chief")}}, ""},
		{"falling path", "USCF-R", rules{{Setting: rulebook.Appeal, Value: rulebook.Join("chief", "director")}}, "climbs"},
		{"repeated level", "USCF-R", rules{{Setting: rulebook.Appeal, Value: rulebook.Join("chief", "chief")}}, "each once"},
		{"set twice", "TR3", rules{{Setting: rulebook.Stalemate, Value: "draw"}, {Setting: rulebook.Stalemate, Value: "wait"}}, "twice"},
		{"removed", "TR3", rules{{Setting: rulebook.Stalemate, Value: rulebook.NoRule}}, "cannot remove"},
		{"no such setting", "TR3", rules{{Setting: 200, Value: "draw"}}, "no setting number 200"},
		{"unknown word", "TR3", rules{{Setting: rulebook.Stalemate, Value: "maybe"}}, "not “maybe”"},
		{"captures to nobody", "JARED", rules{{Setting: rulebook.CapturesGoTo, Value: "partner"}}, "partner where there is none"},
		{"captures to opponent", "TR3", rules{{Setting: rulebook.CapturesGoTo, Value: "opponent"}}, "go to the partner"},
		{"rook without castling", "FIDEX", rules{{Setting: rulebook.Castling, Value: "no"}}, "nobody castles"},
		{"milder step", "USCF-C", rules{{Setting: rulebook.OnHand, Value: rulebook.Join("game-loss", "warning")}}, "milder"},
		{"idle neutralising", "FIDEX", rules{{Setting: rulebook.NeutralisedBy, Value: "ended-game"}}, "never counts"},
		{"both answers changed", "FIDEX", rules{{Setting: rulebook.NeutralisedBy, Value: "ended-game"}, {Setting: rulebook.LateEnd, Value: "until-neutralised"}}, ""},
		{"once is no repetition", "FIDEX", rules{{Setting: rulebook.Repetition, Value: "1"}}, "not repeated"},
	} {
		b, err := book(t, tc.book).WithHouseRules(rulebook.HouseRules{Rules: tc.rules})
		switch {
		case tc.refused == "" && err != nil:
			t.Errorf("%s: %v", tc.name, err)
		case tc.refused != "" && (err == nil || !strings.Contains(err.Error(), tc.refused)):
			t.Errorf("%s: %v, want a reason with %q", tc.name, err, tc.refused)
		case tc.refused == "":
			for _, r := range tc.rules {
				c := b.Cell(r.Setting)
				expect.True(t, c.Value == r.Value && c.Note == r.Note && c.Basis() == rulebook.HouseValue && len(c.Alternatives) == 0, "%s: %+v", tc.name, c)
			}
		}
	}
	expect.True(t, !rulebook.All()[0].Cell(rulebook.Repetition).Replaced, "a house rule changed the preset")
}

// Every answer a text allows at an open point must itself be playable as a house rule.
func TestAlternativesAreValidHouseRules(t *testing.T) {
	for _, b := range rulebook.All() {
		if p := b.Validate(rulebook.HouseRules{}); len(p) != 0 {
			t.Errorf("%s contradicts itself: %v", b.Name(), p)
		}
		for _, c := range b.Cells() {
			for _, a := range c.Alternatives {
				h := rulebook.HouseRules{Rules: []rulebook.HouseRule{{Setting: c.Setting, Value: a.Value}}}
				if p := b.Validate(h); len(p) != 0 {
					t.Errorf("%s, point %d: %v", b.Name(), a.Point, p)
				}
			}
		}
	}
}

// FuzzParseValue: whatever reads as a value is written back as it reads, and can
// be said in words.
func FuzzParseValue(f *testing.F) {
	for _, b := range rulebook.All() {
		for _, c := range b.Cells() {
			f.Add(uint8(c.Setting), c.Value.String())
		}
	}
	hammer.Fuzz(f, func(t *testing.T, setting uint8, text string) {
		s := rulebook.Setting(int(setting) % rulebook.SettingCount)
		v, err := rulebook.ParseValue(s, text)
		if err != nil {
			return
		}
		if back, err := rulebook.ParseValue(s, v.String()); err != nil || back != v {
			t.Errorf("%s: %q reads as %q, that as %q, %v", s, text, v, back, err)
		}
		if s.Say(v) == "" {
			t.Errorf("%s: nothing to say for %q", s, v)
		}
		for _, p := range rulebook.All()[0].Validate(rulebook.HouseRules{Rules: []rulebook.HouseRule{{Setting: s, Value: v}}}) {
			if p.Why == "" {
				t.Errorf("%s = %q is refused without a reason", s, v)
			}
		}
	})
}

func TestTally(t *testing.T) {
	now := rulebook.Prior{Offence: rulebook.OnPoint, Match: "m2", Team: "7", Player: "ann"}
	priors := []rulebook.Prior{
		{Offence: rulebook.OnTouchPartner, Match: "m2", Team: "7", Player: "ann"},
		{Offence: rulebook.OnTouchPartner, Match: "m1", Team: "7", Player: "ann"},
		{Offence: rulebook.OnMovePartner, Match: "m2", Team: "7", Player: "bob"},
		{Offence: rulebook.OnPoint, Match: "m2", Team: "7", Player: "ann", Overturned: true},
		{Offence: rulebook.OnBang, Match: "m2", Team: "7", Player: "ann"},
	}
	for _, tc := range []struct {
		counting rulebook.Counting
		want     int
	}{
		{rulebook.Counting{}, 1},
		{rulebook.Counting{Scope: rulebook.PerEvent}, 2},
		{rulebook.Counting{Subject: rulebook.PerTeam}, 2},
		{rulebook.Counting{Scope: rulebook.PerEvent, Subject: rulebook.PerTeam}, 3},
		{rulebook.Counting{Scope: rulebook.PerGame, Subject: rulebook.PerTeam}, 1},
	} {
		n, listed := tc.counting.Tally(now, priors)
		expect.True(t, n == tc.want && len(listed) == 4, "%+v: %d of %d, want %d of 4", tc.counting, n, len(listed), tc.want)
	}
}

// Offences are counted over the match unless the text or the house says otherwise:
// the fourth step of USCF 17 can only lie in another match than the third.
func TestWhatALadderCountsOver(t *testing.T) {
	for _, tc := range []struct {
		book    string
		offence rulebook.Setting
		want    rulebook.Scope
	}{
		{"USCF-R", rulebook.OnHideStock, rulebook.PerMatch},
		{"USCF-R", rulebook.OnDisplacePress, rulebook.PerEvent},
		{"USCF-C", rulebook.OnHand, rulebook.PerMatch},
		{"TR3", rulebook.OnTouchPartner, rulebook.PerMatch},
		{"TR3", rulebook.OnDisplacePress, rulebook.PerMatch},
	} {
		expect.Equal(t, book(t, tc.book).Counting(tc.offence).Scope, tc.want, "%s %s", tc.book, tc.offence)
	}
	house := expect.Must(book(t, "USCF-R").WithHouseRules(rulebook.HouseRules{
		Rules: []rulebook.HouseRule{{Setting: rulebook.CountOver, Value: "event"}}, CountBy: rulebook.PerTeam,
	}))(t)
	expect.Equal(t, house.Counting(rulebook.OnHideStock), (rulebook.Counting{Scope: rulebook.PerEvent, Subject: rulebook.PerTeam}), "house rules")
}

func TestAppealPath(t *testing.T) {
	p := book(t, "USCF-R").AppealPath()
	if next, ok := p.NextLevel(rulebook.Director); !ok || next != rulebook.SectionChief {
		t.Errorf("after the director: %v %v", next, ok)
	}
	if next, ok := p.NextLevel(rulebook.Chief); ok {
		t.Errorf("after the chief: %v", next)
	}
	if p := book(t, "TR3").AppealPath(); len(p.Levels) != 0 {
		t.Errorf("TR3 has no appeal path, got %v", p.Levels)
	}
}

func TestSearch(t *testing.T) {
	for _, tc := range []struct{ book, query, want string }{
		{"USCF-R", "king stopping clock", "15.V"},
		{"TR3", "FLAG", "3"},
		{"FIDEX", "aloud repetition", "18"},
	} {
		found := slices.ContainsFunc(book(t, tc.book).Search(strings.ToLower(tc.query), strings.ToLower), func(h rulebook.Hit) bool {
			return h.Article != nil && h.Article.ID == tc.want
		})
		expect.True(t, found, "%s: %q does not find article %s", tc.book, tc.query, tc.want)
	}
	hits := book(t, "TR3").Search("  ", strings.ToLower)
	expect.True(t, hits == nil, "an empty query finds %d", len(hits))
}

func TestCompare(t *testing.T) {
	lines := rulebook.Compare(rulebook.All()...)
	expect.MustEqual(t, len(lines), rulebook.SettingCount, "lines")
	for _, l := range lines {
		expect.True(t, (l.Setting != rulebook.Drops || !l.Differs) && (l.Setting != rulebook.Castling || l.Differs), "%s: differs = %v", l.Setting, l.Differs)
	}
}

// The case format prints the table; whoever reads it there reads what is applied.
func TestTheCaseFormatPrintsTheTable(t *testing.T) {
	doc := expect.Must(os.ReadFile("../../docs/ruling-cases.md"))(t)
	books := rulebook.All()
	seen := 0
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name := strings.Trim(strings.TrimSpace(cells[0]), "`")
		s, err := rulebook.ParseSetting(name)
		if err != nil {
			s, err = rulebook.ParseSetting("on-" + name)
		}
		if err != nil || len(cells) != len(books)+1 {
			continue
		}
		seen++
		for i, b := range books {
			if want, got := written(b.Cell(s)), strings.TrimSpace(cells[i+1]); got != want {
				t.Errorf("%s, %s: the format prints %q, applied is %q", name, b.Name(), got, want)
			}
		}
	}
	expect.Equal(t, seen, rulebook.SettingCount, "settings are printed, there")
}

// written is a cell in the notation of the table.
func written(c rulebook.Cell) string {
	out := c.Value.String()
	if len(c.Articles) > 0 {
		out += " · " + strings.Join(c.Articles, ", ")
	}
	for _, a := range c.Alternatives {
		out += fmt.Sprintf(" ⟨%d: %s⟩", a.Point, a.Value)
	}
	if len(c.Alternatives) == 0 {
		for _, n := range c.Points {
			out += fmt.Sprintf(" ⟨%d⟩", n)
		}
	}
	return out
}
