package bughouse_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/tandemchess/tandem/internal/bughouse"
)

func TestStatusTable(t *testing.T) {
	for _, row := range rows(t, "perft", "status.tsv") {
		p := position(t, row[1], Rules{})
		all, board := p.LegalNow()
		potential := "no"
		if p.LegalWithPotentialStock() {
			potential = "yes"
		}
		got := fmt.Sprintf("%d %s %d %d %s %s", p.Checkers().Len(), p.CheckKind(), all, board, potential, p.Status())
		if want := strings.Join(row[2:8], " "); got != want {
			t.Errorf("%s: %s, want %s", row[0], got, want)
		}
	}
}
