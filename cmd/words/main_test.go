package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// A sixth language is one folder and a line in a list: with both laid over the checkout the
// program knows it, and says what it lacks.
func TestASixthLanguageIsAFolderAndALine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	root := expect.Must(filepath.Abs("../.."))(t)
	list := filepath.Join(root, "internal/text/catalogue.go")
	code := string(expect.Must(os.ReadFile(list))(t))
	longer := strings.Replace(code, `"es", "cs"}`, `"es", "cs", "pl"}`, 1)
	if longer == code {
		t.Fatal("the list of languages is not found")
	}
	english := expect.Must(os.ReadFile(filepath.Join(root, "internal/text/messages/en/language.json")))(t)
	laid := map[string]string{}
	for name, content := range map[string]string{
		list: longer, filepath.Join(root, "internal/text/messages/pl/language.json"): strings.Replace(string(english), "English", "Polski", 1),
		filepath.Join(root, "internal/text/messages/pl/public.json"): `{"Check slips": "Sprawdź kartki"}`,
	} {
		beside := filepath.Join(t.TempDir(), filepath.Base(name))
		if err := os.WriteFile(beside, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		laid[name] = beside
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, expect.Must(json.Marshal(map[string]any{"Replace": laid}))(t), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), "go", "run", "-overlay", overlay, "./cmd/words")
	run.Dir = root
	said, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	head, missing, _ := strings.Cut(string(said[strings.Index(string(said), "pl lacks"):]), "\n")
	var lacks, of int
	if _, err := fmt.Sscanf(head, "pl lacks %d of %d sentences", &lacks, &of); err != nil || lacks != of-1 || of < 4000 {
		t.Errorf("it says %q, %v", head, err)
	}
	if !strings.Contains(missing, "internal/text/messages/pl/desk.json") || strings.Contains(missing, `"Check slips"`) {
		t.Error("what is missing is not listed room by room, or what is there is listed")
	}
}
