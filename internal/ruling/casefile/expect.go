package casefile

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// Expected is the ruling test data expects. What is nil is not compared.
type Expected struct {
	Verdict  rulebook.Verdict
	Match    string
	Games    map[bughouse.BoardID]ruling.Game
	Remedies []string // canonical text, see Remedy.String
	Status   map[bughouse.BoardID]bughouse.Status
	Legality []ruling.Legality
	Articles []string
	Basis    rulebook.Basis
	Open     []int
	HasOpen  bool
}

// Differences compares a ruling with what is expected, one line per difference.
// Reasons of games, clocks and the sentence are not compared; explicit and
// derived are one basis; given articles may be more than those expected.
func (e *Expected) Differences(r ruling.Ruling) []string {
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

func remedyTexts(list []ruling.Remedy) []string {
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
