package main

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/text"
)

func TestWordsNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	wanted := map[text.Message]sentences.Rooms{"Check slips": {"desk"}, "%d matches": {"rounds"}, "Tables": {"desk", "public"}}
	var out strings.Builder
	expect.OK(t, lacks(&out, "pl", wanted, map[text.Message]text.Entry{"Tables": {Plain: "Stoły"}}))
	for _, want := range []string{"pl lacks 2 of 3 sentences", "messages/pl/desk.json", `"Check slips": "Check slips"`, "messages/pl/rounds.json", `"one": "%d match"`, `"by": "1"`} {
		expect.True(t, strings.Contains(out.String(), want), "%q is not in\n%s", want, &out)
	}
	expect.True(t, !strings.Contains(out.String(), "Tables"), "what is there is printed:\n%s", &out)
	err := run(&out, []string{"xx"})
	expect.True(t, err != nil, "a language without a folder lacks nothing")
}
