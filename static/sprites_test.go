package static_test

import (
	"encoding/xml"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/templates/layout"
)

// Pages refer to symbols by id from other files, so a lost or doubled one would
// only show as a blank square.
func TestSprites(t *testing.T) {
	pieces := []string{"bB", "bK", "bN", "bP", "bQ", "bR", "wB", "wK", "wN", "wP", "wQ", "wR"}
	got := symbols(t, "pieces/pieces.svg")
	expect.True(t, slices.Equal(got, pieces), "pieces are %v, want %v", got, pieces)
	icons := symbols(t, "icons/icons.svg")
	for _, state := range layout.ResultStates() {
		expect.True(t, slices.Contains(icons, "m-"+state), "the mark of the state %q is missing", state)
		parts, err := os.ReadFile("css/parts.css")
		expect.True(t, err == nil && strings.Contains(string(parts), ".s-"+state), "the state %q has no colour: add .s-%s to css/parts.css (%v)", state, state, err)
	}
	unique := slices.Compact(slices.Clone(icons))
	expect.Equal(t, len(unique), len(icons), "an icon id occurs twice in %v", icons)
	for _, id := range icons {
		expect.True(t, strings.HasPrefix(id, "i-") || strings.HasPrefix(id, "m-"), "icon id %q begins with neither i- nor m-", id)
	}
}

// symbols returns the sorted ids of a sprite's symbols.
func symbols(t *testing.T, path string) []string {
	t.Helper()
	text := expect.Must(os.ReadFile(path))(t)
	var sprite struct {
		Symbols []struct {
			ID string `xml:"id,attr"`
		} `xml:"symbol"`
	}
	if err := xml.Unmarshal(text, &sprite); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var ids []string
	for _, s := range sprite.Symbols {
		ids = append(ids, s.ID)
	}
	slices.Sort(ids)
	return ids
}
