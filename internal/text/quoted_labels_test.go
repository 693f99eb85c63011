package text_test

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

// typed is what help quotes that somebody types.
var typed = []string{"14 1 2", "tandem demo"}

var quoted = regexp.MustCompile(`“([^”]+)”|„([^“]+)“|«[\s\x{a0}\x{202f}]*([^»]+?)[\s\x{a0}\x{202f}]*»`)

// What help quotes stands on a page in the same words: a reader looks for it there. A
// sentence with parts is read as the catalogue has it, in each of its forms.
func TestHelpQuotesLabelsAsTheyStand(t *testing.T) {
	t.Parallel()
	said := expect.Must(sentences.Said("../.."))(t)
	for _, w := range text.Languages() {
		catalogue := expect.Must(text.Catalogue(w.Code()))(t)
		labels := map[string]bool{}
		var help []string
		for m, rooms := range said {
			labels[w.Say(m)] = true
			if !slices.Contains(rooms, "help") {
				continue
			}
			if !strings.Contains(string(m), "%") {
				help = append(help, w.Say(m))
				continue
			}
			entry := catalogue[m]
			help = append(help, cmp.Or(entry.Plain, string(m)))
			help = slices.AppendSeq(help, maps.Values(entry.Forms))
		}
		found := 0
		for _, line := range help {
			for _, part := range quoted.FindAllStringSubmatch(line, -1) {
				label := part[1] + part[2] + part[3]
				found++
				if strings.Contains(label, "%") {
					continue // a name, or what somebody typed
				}
				expect.True(t, labels[label] || slices.Contains(typed, label), "%s: help quotes %q, which no page says: %s", w.Code(), label, line)
			}
		}
		expect.True(t, found >= 5, "%s: only %d quotations were found", w.Code(), found)
	}
}
