package takeback

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// commandsOf are the methods of a service that take a command.
func commandsOf(name string, service any) []string {
	var list []string
	typ := reflect.TypeOf(service)
	for i := range typ.NumMethod() {
		m := typ.Method(i)
		for p := range m.Type.NumIn() {
			if m.Type.In(p) == reflect.TypeFor[journal.Command]() {
				list = append(list, name+"."+m.Name)
				break
			}
		}
	}
	return list
}

// notFromPeople are commands that no signed-in person gives.
var notFromPeople = []string{"Tournament.HoldClocks", "Tournament.IngestActs"}

// Every command of the three services has its way back, or a reason why there is none.
func TestEveryCommandHasAWayBackOrAReason(t *testing.T) {
	t.Parallel()
	all := slices.Concat(commandsOf("Tournament", &tournament.Service{}), commandsOf("Dispute", &dispute.Service{}), commandsOf("Accounts", &account.Service{}))
	expect.MustTrue(t, len(all) >= 100, "only %d commands were found: %v", len(all), all)
	named := map[string]bool{}
	for action, w := range ways {
		for _, command := range w.commands {
			named[command] = true
			expect.True(t, slices.Contains(all, command) || command == "Accounts.Join", "the way of %q names %s, which is no command", action, command)
		}
	}
	for _, command := range all {
		expect.True(t, named[command] || slices.Contains(notFromPeople, command),
			"%s has no row in internal/takeback: say how its act is taken back, or why it is not", command)
	}
}

// A way says everything that it needs, and a reason is a sentence.
func TestWaysAreWhole(t *testing.T) {
	t.Parallel()
	for action, w := range ways {
		whole := w.undo != nil && w.then != nil && access.Known(w.may) && w.none == ""
		reasoned := w.undo == nil && strings.HasSuffix(string(w.none), ".") && len(w.none) > 20
		expect.True(t, whole != reasoned, "%q needs either a command, a permission and a sentence, or a reason why there is no way back", action)
	}
}

// actionsIn are the words that the code of a package writes into the journal.
func actionsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	expect.MustTrue(t, err == nil && len(files) != 0, "no files in %s: %v", dir, err)
	found := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed := expect.Must(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
		note := func(value ast.Expr) {
			if lit, ok := value.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text := expect.Must(strconv.Unquote(lit.Value))(t)
				found[text] = filepath.Base(file)
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Action" || key.Name == "action") {
					note(n.Value)
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					name := ""
					switch left := left.(type) {
					case *ast.SelectorExpr:
						name = left.Sel.Name
					case *ast.Ident:
						name = left.Name
					}
					if strings.EqualFold(name, "action") && i < len(n.Rhs) {
						note(n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	return found
}

// Every word of the journal has its row.
func TestEveryEntryOfTheJournalHasARow(t *testing.T) {
	t.Parallel()
	all := map[string]string{}
	for _, dir := range []string{"tournament", "dispute", "account"} {
		maps.Copy(all, actionsIn(t, dir))
	}
	for _, word := range slices.Sorted(maps.Values(map[tournament.ReportKind]string{
		tournament.ReportFirst: "enter result", tournament.ReportVerified: "verify result", tournament.ReportChanged: "change result",
		tournament.ReportConflict: "enter a different result", tournament.ReportRepeated: "enter result again",
	})) {
		all[word] = "enter_result.go"
	}
	expect.MustTrue(t, len(all) >= 90, "only %d words were found", len(all))
	for word, file := range all {
		expect.True(t, ways[word] != nil, "%s writes %q into the journal, and internal/takeback has no row for it", file, word)
	}
	written := map[string]bool{"move planned times": true, "take back a move of planned times": true, tournament.OpenWebhookAction: true, "close webhook": true, "resume webhook": true}
	for word := range ways {
		expect.True(t, all[word] != "" || written[word], "nothing writes %q into the journal any more: take its row away", word)
	}
}

// An older act stands under a later one only where the later one left something else.
func TestWhatStandsOnAnAct(t *testing.T) {
	t.Parallel()
	type laterAct = act
	entry := func(seq int64, action, subject, rows string) *act {
		a := expect.Must(read(journal.Entry{
			Seq: seq, Action: action, Subject: subject, Data: []byte(`{}`),
			Wrote: []byte(`{"blocks": [{"table": "team", "columns": ["team_id", "state", "leaves_round", "number"], "rows": [` + rows + `]}]}`),
		}, map[string]tournament.Section{"open": {SectionID: 1, Slug: "open", Name: "Open"}, "u1600": {SectionID: 2, Slug: "u1600", Name: "U1600"}}))(t)
		return a
	}
	first := entry(5, "check in", "open/team Red", `[7, "here", null, 1]`)
	same := entry(6, "edit team", "open/team Red", `[7, "here", null, 9]`)
	other := entry(7, "check in", "open/team Blue", `[8, "absent", null, 2]`)
	away := entry(8, "withdraw team", "open/team Red", `[7, "withdrawn", 3, 1]`)
	again := entry(9, "return team", "open/team Red", `[7, "here", null, 1]`)
	elsewhere := entry(10, "publish round", "u1600/round 1", "")
	out := entry(11, "publish round", "open/round 1", "")
	tests := []struct {
		later []*laterAct
		want  *laterAct
	}{
		{nil, nil},
		{[]*laterAct{same, other, elsewhere}, nil},
		{[]*laterAct{same, away, other}, away},
		{[]*laterAct{away, again}, nil},
		{[]*laterAct{other, out}, out},
	}
	for i, tt := range tests {
		got, err := ways["check in"].standing(first, tt.later)
		expect.True(t, err == nil && got == tt.want, "case %d: %+v stands on it (%v), want %+v", i+1, got, err, tt.want)
	}
}
