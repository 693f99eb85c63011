package diagram_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func sprite(t testing.TB) string {
	t.Helper()
	text := expect.Must(os.ReadFile("../../static/pieces/pieces.svg"))(t)
	return string(text)
}

func board(t testing.TB, fen string) diagram.Board {
	t.Helper()
	setup, err := bughouse.ParseFEN(fen)
	expect.OK(t, err)
	p := expect.Must(setup.Position(bughouse.Rules{}))(t)
	return diagram.Of(&p, "Board A")
}

// elements reads a picture as XML and returns its start tags.
func elements(t testing.TB, svg string) []xml.StartElement {
	t.Helper()
	var out []xml.StartElement
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		expect.MustTrue(t, err == nil, "not well formed: %v", err)
		if start, ok := token.(xml.StartElement); ok {
			out = append(out, start.Copy())
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

const busy = "r3k3/8/2q~5/8/8/5R~2/4r3/B~N~2K3[QPPnn] w q - 0 1"

func TestEverySquareIsAGroupOnce(t *testing.T) {
	for from := diagram.WhiteBelow; from <= diagram.WhiteRight; from++ {
		b := board(t, busy)
		b.From = from
		seen := map[string]bool{}
		for _, e := range elements(t, diagram.SVG(b, diagram.Linked("/static/pieces.svg"))) {
			if name := attribute(e, "data-square"); name != "" {
				expect.True(t, !seen[name], "orientation %d: two groups for %s", from, name)
				seen[name] = true
			}
		}
		expect.True(t, len(seen) == 64, "orientation %d: %d groups, want 64", from, len(seen))
	}
}

// The men stand where their orientation puts them, and a1 is dark.
func TestOrientations(t *testing.T) {
	b := board(t, "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1")
	for from, want := range map[diagram.Orientation][2]string{
		diagram.WhiteBelow: {"3", "282"},
		diagram.BlackBelow: {"283", "2"},
		diagram.WhiteLeft:  {"3", "2"},
		diagram.WhiteRight: {"283", "282"},
	} {
		b.From = from
		svg := diagram.SVG(b, diagram.Linked("p.svg"))
		var rook [2]string
		dark := ""
		for _, e := range elements(t, svg) {
			if attribute(e, "href") == "p.svg#wR" {
				rook = [2]string{attribute(e, "x"), attribute(e, "y")}
			}
			if attribute(e, "class") == "sq-d" {
				dark = attribute(e, "d")
			}
		}
		expect.Equal(t, rook, want, "orientation %d: the rook on a1 is drawn at", from)
		corner := map[[2]string]string{{"3", "282"}: "M0 280h", {"283", "2"}: "M280 0h", {"3", "2"}: "M0 0h", {"283", "282"}: "M280 280h"}[want]
		expect.Contains(t, dark, corner, "orientation %d: a1 is light", from)
	}
}

func TestPicturesObeyAStrictPolicy(t *testing.T) {
	inlined := expect.Must(diagram.Inlined(sprite(t)))(t)
	b := board(t, busy)
	move, _ := bughouse.ParseUCI("d2e2")
	b.Last, b.Marked = &move, bughouse.SetOf(0, 63)
	m := diagram.Match{Boards: [2]diagram.Board{b, b}, Players: [4]diagram.Player{{Name: `<Ana & "Bo">`, Clock: "2:58"}}}
	for name, svg := range map[string]string{"board": diagram.SVG(b, inlined), "match": diagram.MatchSVG(m, inlined)} {
		for _, e := range elements(t, svg) {
			expect.True(t, e.Name.Local != "style" && e.Name.Local != "script" && attribute(e, "style") == "", "%s: <%s> carries style or script", name, e.Name.Local)
			for _, a := range e.Attr {
				expect.True(t, !strings.HasPrefix(a.Name.Local, "on"), "%s: <%s> has the handler %s", name, e.Name.Local, a.Name.Local)
			}
			href := attribute(e, "href")
			expect.True(t, href == "" || strings.HasPrefix(href, "#"), "%s does not stand alone: it refers to %s", name, href)
		}
	}
}

func TestMarks(t *testing.T) {
	b := board(t, busy)
	move, _ := bughouse.ParseUCI("R@e2")
	b.Last, b.Marked = &move, bughouse.SetOf(8, 9)
	count := map[string]int{}
	for _, e := range elements(t, diagram.SVG(b, diagram.Linked("p.svg"))) {
		count[attribute(e, "class")]++
	}
	got := map[string]int{}
	for _, class := range []string{"promo", "hl-mark", "hl-from", "hl-to", "hl-ring", "hl-line"} {
		got[class] = count[class]
	}
	want := map[string]int{"promo": 4, "hl-mark": 2, "hl-from": 0, "hl-to": 1, "hl-ring": 1, "hl-line": 1}
	expect.NoDiff(t, cmp.Diff(want, got), "marks (-want +got)")
}

func TestWords(t *testing.T) {
	b := board(t, "6k1/5pp1/8/8/8/8/PP6/5RKr[NPP] w - - 0 1")
	move, _ := bughouse.ParseUCI("h3h1")
	b.Last = &move
	want := "White: king g1, rook f1, pawns a2, b2; stock: knight, two pawns. " +
		"Black: king g8, rook h1, pawns f7, g7; stock: empty. White to move. " +
		"Last move: rook h3 to h1. White is in check from rook h1."
	expect.NoDiff(t, cmp.Diff(want, diagram.Words(b)), "words (-want +got)")
	expect.Contains(t, diagram.Words(board(t, busy)), "queen (promoted) c6", "no promotion in")
}

func TestMatchTextNamesBothBoards(t *testing.T) {
	m := bughouse.NewMatch(bughouse.Rules{})
	d := diagram.MatchOf(&m)
	d.Players[bughouse.BB] = diagram.Player{Name: "Petra", Clock: "0:59"}
	lines := strings.Split(diagram.MatchText(d), "\n")
	if want := "8 r  n  b  q  k  b  n  r"; !strings.HasPrefix(lines[3], want) {
		t.Errorf("board A begins %q, want %q", lines[3], want)
	}
	if want := "1 R  N  B  K  Q  B  N  R"; !strings.HasSuffix(lines[3], want) {
		t.Errorf("board B begins %q, want %q at the end", lines[3], want)
	}
	last := lines[len(lines)-2]
	expect.True(t, strings.Contains(last, "BB Petra") && strings.Contains(last, "0:59"), "the last line is %q", last)
}

func TestSpriteWithoutAPiece(t *testing.T) {
	_, err := diagram.Inlined(strings.Replace(sprite(t), `id="bN"`, `id="x"`, 1))
	expect.True(t, err != nil, "a sprite without the black knight was accepted")
}
