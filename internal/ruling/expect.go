package ruling

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Expected is the ruling test data expects. What is nil is not compared.
type Expected struct {
	Verdict  rulebook.Verdict
	Match    string
	Games    map[bughouse.BoardID]Game
	Remedies []string // canonical text, see Remedy.String
	Status   map[bughouse.BoardID]bughouse.Status
	Legality []Legality
	Articles []string
	Basis    rulebook.Basis
	Open     []int
	HasOpen  bool
}

// String is the remedy on one line: its kind and what it applies to.
func (r Remedy) String() string {
	f := fieldsOf[r.Kind]
	parts := []string{string(r.Kind)}
	add := func(ok bool, name, value string) {
		if ok {
			parts = append(parts, name+"="+value)
		}
	}
	add(f.seat, "seat", r.Seat.String())
	add(f.ms && r.MS >= 0, "ms", fmt.Sprint(r.MS))
	add(f.man, "man", r.Man.String())
	add(f.move, "move", r.Move.UCI())
	add(f.piece, "piece", letter(r.Piece))
	add(f.board, "board", r.Board.String())
	add(f.who, "who", r.Who.String())
	add(f.to, "to", string(r.To))
	return strings.Join(parts, " ")
}

// Differences compares a ruling with what is expected, one line per difference.
// Reasons of games, clocks and the sentence are not compared; explicit and
// derived are one basis; given articles may be more than those expected.
func (e *Expected) Differences(r Ruling) []string {
	var out []string
	differ := func(what string, want, got any) {
		if w, g := fmt.Sprint(want), fmt.Sprint(got); w != g {
			out = append(out, fmt.Sprintf("%s: expected %s, got %s", what, w, g))
		}
	}
	differ("verdict", e.Verdict, r.Verdict)
	differ("match", e.Match, r.Match)
	for _, id := range []bughouse.BoardID{bughouse.A, bughouse.B} {
		if want, ok := e.Games[id]; ok {
			got := r.Games[id]
			differ("game "+id.String()+" ended", want.Ended, got.Ended)
			if want.Ended && got.Ended {
				differ("game "+id.String()+" winner", want.Winner, got.Winner)
			}
		}
		if want, ok := e.Status[id]; ok {
			differ("status "+id.String(), want, r.Status[id])
		}
	}
	differ("remedies", sortedSet(e.Remedies), sortedSet(remedyTexts(r.Remedies)))
	for _, a := range e.Articles {
		if !slices.Contains(r.Articles, a) {
			out = append(out, fmt.Sprintf("articles: %s is missing from %v", a, r.Articles))
		}
	}
	differ("basis", firm(e.Basis), firm(r.Basis))
	if e.Legality != nil {
		differ("legality", e.Legality, r.Legality)
	}
	if e.HasOpen {
		differ("open", sortedSet(e.Open), sortedSet(r.Open))
	}
	return out
}

func remedyTexts(list []Remedy) []string {
	out := make([]string, len(list))
	for i, r := range list {
		out[i] = r.String()
	}
	return out
}

func sortedSet[T interface{ ~string | ~int }](list []T) []T {
	out := slices.Clone(list)
	slices.Sort(out)
	return slices.Compact(out)
}

// firm makes explicit and derived one class.
func firm(b rulebook.Basis) rulebook.Basis {
	if b == rulebook.Derived {
		return rulebook.Explicit
	}
	return b
}

func (l Legality) String() string {
	name := fmt.Sprintf("act %d", l.Act)
	if l.Try > 0 {
		name = fmt.Sprintf("try %d", l.Try)
	}
	if l.Reason == bughouse.Legal {
		return name + " legal"
	}
	return name + " " + string(l.Reason)
}
