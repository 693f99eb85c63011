package tournament_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Every reason for colours that a pairing system gives is said in words: they are read
// from its source.
func TestEveryReasonForColoursHasWords(t *testing.T) {
	t.Parallel()
	files := expect.Must(filepath.Glob("../pairing/*.go"))(t)
	literal := regexp.MustCompile(`"((?:C\.04\.3 5\.2\.\d|4\.3\.\d|29E\d) [^"]+)"`)
	rules := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source := expect.Must(os.ReadFile(name))(t)
		for _, found := range literal.FindAllStringSubmatch(string(source), -1) {
			rules++
			rule := found[1]
			switch {
			case strings.HasPrefix(rule, "4."):
				rule = "C.04.6 " + rule
			case strings.HasPrefix(rule, "29"):
				rule = "US Chess " + rule
			}
			words := tournament.ColourWords(rule).String()
			expect.True(t, strings.HasSuffix(words, ")."), "%s: %q is said as %q", name, rule, words)
		}
	}
	expect.True(t, rules >= 20, "only %d reasons are found in the source", rules)
}
