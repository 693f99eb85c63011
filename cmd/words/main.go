// Command words prints which sentences a language lacks, room by room, as the file of
// that room would hold them: with the English in the place of the translation, ready
// to be filled in. It runs in the repository: go run ./cmd/words de
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/tandemchess/tandem/internal/sentences"
	"github.com/tandemchess/tandem/internal/text"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: words [LANGUAGE ...]\nprints which sentences each language lacks; without a name, those of all languages. Run it in the repository.")
	}
	flag.Parse()
	if err := run(os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, codes []string) error {
	wanted, err := sentences.Said(".")
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		for _, w := range text.Languages()[1:] {
			codes = append(codes, w.Code())
		}
	}
	for _, code := range codes {
		have, err := text.Catalogue(code)
		if err != nil {
			return errors.Join(err, fmt.Errorf("make the folder internal/text/messages/%s first; docs/translating.md says how", code))
		}
		if err := lacks(out, code, wanted, have); err != nil {
			return err
		}
	}
	return nil
}

// lacks prints what a language has not, by the first room that says it.
func lacks(out io.Writer, code string, wanted map[text.Message]sentences.Rooms, have map[text.Message]text.Entry) error {
	plural, err := text.Catalogue("en")
	if err != nil {
		return err
	}
	missing := map[string]map[text.Message]any{}
	count := 0
	for m, rooms := range wanted {
		if _, ok := have[m]; ok {
			continue
		}
		room := rooms[0]
		if missing[room] == nil {
			missing[room] = map[text.Message]any{}
		}
		missing[room][m] = m
		if e, ok := plural[m]; ok && e.Forms != nil {
			forms := map[string]string{"by": fmt.Sprint(e.By)}
			maps.Copy(forms, e.Forms)
			missing[room][m] = forms
		}
		count++
	}
	fmt.Fprintf(out, "%s lacks %d of %d sentences\n", code, count, len(wanted))
	for _, room := range slices.Sorted(maps.Keys(missing)) {
		fmt.Fprintf(out, "\ninternal/text/messages/%s/%s.json\n", code, room)
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		lines.SetIndent("", " ")
		if err := lines.Encode(missing[room]); err != nil {
			return fmt.Errorf("print what %s lacks: %w", code, err)
		}
	}
	return nil
}
