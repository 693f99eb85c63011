package casefile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/hammer"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const start = `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"`

// frame is a case with a place for the timeline, and for fields after it.
func frame(timeline, more string) string {
	return `{"id":"x","rulebook":"TR3","boards":{"A":{"fen":` + start + `},"B":{"fen":` + start + `}},` +
		`"clocks":{"WA":1,"BA":1,"WB":1,"BB":1},"timeline":` + timeline + more + `}`
}

func TestReadRefuses(t *testing.T) {
	jared := `{"rulebook":"JARED","boards":{"A":{"fen":"8/8/8/8/8/8/8/8[Kk] w - - 0 1"}},"timeline":`
	for _, tc := range []struct{ input, path string }{
		{``, "$"},
		{`{`, "$"},
		{`[{]`, "$[0]"},
		{`{} {}`, "$"},
		{`7`, "$"},
		{`null`, "$"},
		{`[[]]`, "$"},
		{strings.Repeat("[", 100000), "$"},
		{`{}`, "$.rulebook"},
		{`{"rulebook":"TR3"}`, "$.boards"},
		{`{"rulebook":"JARED","boards":{}}`, "$.boards.A"},
		{strings.Replace(frame(`[]`, ``), `"clocks"`, `"clock"`, 1), "$.clocks"},
		{strings.Replace(frame(`[]`, ``), `"timeline"`, `"acts"`, 1), "$.timeline"},
		{frame(`[]`, `,"id":"y"`), "$.id"},
		{frame(`[]`, `,"remark":"y"`), "$.remark"},
		{frame(`{}`, ``), "$.timeline"},
		{frame(`[7]`, ``), "$.timeline[0]"},
		{frame(`[]`, `,"title":7`), "$.title"},
		{frame(`[]`, `,"calls_agreed":"yes"`), "$.calls_agreed"},
		{frame(`[{"act":"press","by":"WA","by":"WA"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"act":"press"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"by":"WA"}]`, ``), "$.timeline[0].act"},
		{frame(`[{"act":"press","by":"WA","move":"e2e4"}]`, ``), "$.timeline[0].move"},
		{frame(`[{"act":"press","by":"director"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"act":"press","by":"WA","t":-1}]`, ``), "$.timeline[0].t"},
		{frame(`[{"act":"press","by":"WA","t":1.5}]`, ``), "$.timeline[0].t"},
		{frame(`[{"act":"press","by":"WA","t":"1"}]`, ``), "$.timeline[0].t"},
		{frame(`[{"act":"move","by":"WA","move":"n@e5"}]`, ``), "$.timeline[0].move"},
		{frame(`[{"act":"move","by":"WA","move":"e7e8x"}]`, ``), "$.timeline[0].move"},
		{frame(`[{"act":"move","by":"WA","move":"e2e4","released":1}]`, ``), "$.timeline[0].released"},
		{frame(`[{"act":"touch","by":"WA","man":"K"}]`, ``), "$.timeline[0].man"},
		{frame(`[{"act":"move","by":"WA","move":"e2e4"},{"act":"declare","by":"WA","piece":"K"}]`, ``), "$.timeline[1].piece"},
		{frame(`[{"act":"declare","by":"WA","piece":"Q"}]`, ``), "$.timeline[0]"},
		{frame(`[{"act":"move","by":"WA","move":"e2e4"},{"act":"take-back","by":"WA"},{"act":"take-back","by":"WA"}]`, ``), "$.timeline[2]"},
		{frame(`[{"act":"end","by":"WA","board":"A","winner":"W","reason":"flag"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"act":"end","board":"C","winner":"W","reason":"flag"}]`, ``), "$.timeline[0].board"},
		{frame(`[{"act":"end","board":"A","winner":"w","reason":"flag"}]`, ``), "$.timeline[0].winner"},
		{frame(`[{"act":"end","board":"A","winner":"W","reason":"stopped"}]`, ``), "$.timeline[0].reason"},
		{frame(`[{"act":"stop-clocks","by":"WA","boards":[]}]`, ``), "$.timeline[0].boards"},
		{frame(`[{"act":"stop-clocks","by":"WA","boards":["A","A"]}]`, ``), "$.timeline[0].boards[1]"},
		{frame(`[{"act":"stop-clocks","by":"WA","boards":["A"],"with":["director"]}]`, ``), "$.timeline[0].with[0]"},
		{frame(`[{"act":"speak","by":"chief","about":"flag"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"act":"speak","by":"director","about":"weather"}]`, ``), "$.timeline[0].about"},
		{frame(`[{"act":"lift-clock","by":"WA"}]`, ``), "$.timeline[0].by"},
		{frame(`[{"act":"hover","by":"WA"}]`, ``), "$.timeline[0].over"},
		{frame(`[{"act":"claim","by":"WA","kind":"stock"}]`, ``), "$.timeline[0].piece"},
		{frame(`[{"act":"claim","by":"WA","kind":"flag","piece":"N"}]`, ``), "$.timeline[0].piece"},
		{frame(`[{"act":"press","by":"WA","t":5}]`, `,"claim":{"by":"BA","kind":"flag","t":4}`), "$.claim.t"},
		{frame(`[]`, `,"claim":{"by":"BA","kind":"appeal","to":"chief"}`), "$.claim.decided_by"},
		{frame(`[]`, `,"claim":{"by":"BA","kind":"appeal","to":"king","decided_by":"chief"}`), "$.claim.to"},
		{frame(`[]`, `,"claim":{"by":"director","kind":"flag"}`), "$.claim.by"},
		{frame(`[]`, `,"claim":{"by":"WA","kind":"flag","against":"nobody"}`), "$.claim.against"},
		{frame(`[]`, `,"claim":{"by":"WA","kind":"flag","aloud":0}`), "$.claim.aloud"},
		{frame(`[]`, `,"tries":[{"by":"WA"}]`), "$.tries[0].move"},
		{frame(`[]`, `,"settings":{"speed":"fast"}`), "$.settings.speed"},
		{frame(`[]`, `,"settings":{"repetition":"often"}`), "$.settings.repetition"},
		{frame(`[]`, `,"settings":{"repetition":-4}`), "$.settings.repetition"},
		{frame(`[]`, `,"settings":{"stalemate":4}`), "$.settings.stalemate"},
		{frame(`[]`, `,"settings":{"stalemate":null}`), "$.settings.stalemate"},
		{frame(`[]`, `,"settings":{"stalemate":["draw"]}`), "$.settings.stalemate"},
		{frame(`[]`, `,"settings":{"appeal":["director","king"]}`), "$.settings.appeal"},
		{frame(`[]`, `,"settings":{"appeal":[]}`), "$.settings.appeal"},
		{frame(`[]`, `,"offences":{"WA":{"hand":-1}}`), "$.offences.WA.hand"},
		{frame(`[]`, `,"offences":{"director":{"hand":1}}`), "$.offences.director"},
		{frame(`[]`, `,"expect":{"verdict":"upheld"}`), "$.expect.match"},
		{frame(`[]`, `,"a\nb":1`), `$["a\nb"]`},
		{jared + `[{"act":"press","by":"WB"}]}`, "$.timeline[0].by"},
		{jared + `[{"act":"no-clock","board":"B"}]}`, "$.timeline[0].board"},
		{jared + `[],"clocks":{"WB":1}}`, "$.clocks.WB"},
		{jared + `[],"claim":{"by":"WA","kind":"flag","against":"BB"}}`, "$.claim.against"},
	} {
		_, err := casefile.Read(strings.NewReader(tc.input))
		var at *casefile.PathError
		var in *casefile.Error
		switch {
		case !errors.As(err, &at) || !errors.As(err, &in):
			t.Errorf("%.120s: %v, want an error at %s", tc.input, err, tc.path)
		case at.Path != tc.path && !(tc.path == "$" && strings.HasPrefix(at.Path, "$[0]")):
			t.Errorf("%.120s: %v, want it at %s", tc.input, err, tc.path)
		case strings.ContainsAny(err.Error(), "\n\r"):
			t.Errorf("%.120s: more than one line: %q", tc.input, err)
		}
	}
}

func TestReadRefusesBoards(t *testing.T) {
	for _, tc := range []struct{ board, path string }{
		{`{}`, "$.boards.A.fen"},
		{`{"fen":7}`, "$.boards.A.fen"},
		{`{"fen":"8/8/8/8/8/8/8/8[] w - - 0 1"}`, "$.boards.A.fen"},
		{`{"fen":"kk6/8/8/8/8/8/8/K7[] w - - 0 1"}`, "$.boards.A.fen"},
		{`{"fen":"k7/8/8/8/8/8/8/8[K] w - - 0 1"}`, "$.boards.A.fen"},
		{`{"fen":"k7/8/8/8/8/8/8/K7[] w - -"}`, "$.boards.A.fen"},
		{`{"fen":"k7/8/8/8/8/8/8/K7/ w - - 0 1"}`, "$.boards.A.fen"},
		{`{"fen":"k7/8/8/8/8/8/8/K7[] w - - 0 0"}`, "$.boards.A.fen"},
		{`{"fen":"k7/8/8/8/8/8/8/K7[x] w - - 0 1"}`, "$.boards.A.fen"},
		{`{"fen":` + start + `,"dropped":["e4"]}`, "$.boards.A.dropped[0]"},
		{`{"fen":` + start + `,"dropped":["e2","e2"]}`, "$.boards.A.dropped[1]"},
		{`{"fen":` + start + `,"dropped":["e9"]}`, "$.boards.A.dropped[0]"},
		{`{"fen":` + start + `,"unmoved_kings":["w"]}`, "$.boards.A.unmoved_kings[0]"},
		{`{"fen":` + start + `,"repetition":{}}`, "$.boards.A.repetition.occurrences"},
		{`{"fen":` + start + `,"repetition":{"occurrences":0}}`, "$.boards.A.repetition.occurrences"},
		{`{"fen":` + start + `,"result":{"winner":"W"}}`, "$.boards.A.result.reason"},
		{`{"fen":` + start + `,"colour":"brown"}`, "$.boards.A.colour"},
	} {
		input := strings.Replace(frame(`[]`, ``), `"A":{"fen":`+start+`}`, `"A":`+tc.board, 1)
		_, err := casefile.Read(strings.NewReader(input))
		var at *casefile.PathError
		expect.True(t, errors.As(err, &at) && at.Path == tc.path, "%s: %v, want an error at %s", tc.board, err, tc.path)
	}
}

func TestInvalidInputNamesThePath(t *testing.T) {
	data := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "invalid.json")))(t)
	var rows []struct {
		Path, Why string
		Input     json.RawMessage
	}
	expect.OK(t, json.Unmarshal(data, &rows))
	for _, row := range rows {
		_, err := casefile.Read(bytes.NewReader(row.Input))
		var bad *casefile.PathError
		expect.True(t, errors.As(err, &bad) && bad.Path == row.Path, "%s: %v, want the path %s", row.Why, err, row.Path)
	}
}

func TestReadAccepts(t *testing.T) {
	for _, input := range []string{
		`[]`,
		"\ufeff[]\r\n",
		frame(`[]`, ``),
		frame(`[{"act":"press","by":"WA","t":3},{"act":"press","by":"BA"},{"act":"press","by":"BA","t":3}]`, ``),
		frame(`[]`, `,"settings":{"repetition":4,"stalemate":"draw","castling":"no","appeal":["director","chief"],"on-hand":["warning","game-loss"],"on-prompt":"may-expel + may-new-game"}`),
		`{"rulebook":"JARED","boards":{"A":{"fen":"QQQQQQQQ/PPPPPPPP/PPPPPPPP/8/k7/8/8/K7[NNNNnnnnn] w - - 0 1"}},"timeline":[],"clocks":{"BA":0}}`,
	} {
		_, err := casefile.Read(strings.NewReader(input))
		expect.True(t, err == nil, "%s: %v", input, err)
	}
}

func TestErrorNamesTheCase(t *testing.T) {
	input := "[" + frame(`[]`, ``) + "," + frame(`[]`, ``) + "," + frame(`[{"act":"move","by":"WA","move":"e2e9"}]`, ``) + "]"
	_, err := casefile.Read(strings.NewReader(input))
	const want = `case 3 ("x"): $.timeline[0].move: not a move: "e2e9"`
	expect.True(t, err != nil && strings.HasPrefix(err.Error(), want), "%v, want it to begin with %s", err, want)
}

// FuzzRead feeds the reader anything: it must refuse or give cases that can be
// ruled on, and say so on one line.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"cases.json", "invalid.json"} {
		data, err := os.ReadFile(testdata.Path(f, "rulings", name))
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			f.Add(bytes.TrimRight(line, ",\n"))
		}
	}
	own, err := os.ReadFile("../testdata/cases.json")
	if err != nil {
		f.Fatal(err)
	}
	for line := range bytes.Lines(own) {
		f.Add(bytes.TrimRight(line, ",\n"))
	}
	hammer.Fuzz(f, func(t *testing.T, data []byte) {
		cases, err := casefile.Read(bytes.NewReader(data))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("more than one line: %q", err)
			}
			return
		}
		for _, c := range cases {
			r, err := ruling.Rule(c.Incident)
			if err != nil {
				t.Fatalf("read but not ruled on: %v", err)
			}
			if _, err := casefile.WriteRuling(r); err != nil {
				t.Fatal(err)
			}
		}
	})
}
