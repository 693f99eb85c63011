package casefile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A case put together in Go and the same case in a file are one, and so are their
// mistakes.
func TestCasesInGoAreReadAsThoseOfAFile(t *testing.T) {
	t.Parallel()
	data := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "cases.json")))(t)
	var values []map[string]any
	expect.OK(t, json.Unmarshal(data, &values))
	wrong := []func(map[string]any){
		func(map[string]any) {},
		func(v map[string]any) { v["remark"] = nil },
		func(v map[string]any) { delete(v, "boards") },
		func(v map[string]any) { v["calls_agreed"] = "yes" },
		func(v map[string]any) { v["clocks"] = map[string]any{"WA": 1.5} },
		func(v map[string]any) { v["timeline"] = []map[string]any{{"act": "move", "by": "WA", "move": "e2e9"}} },
		func(v map[string]any) { v["timeline"] = []any{map[string]any{"act": "press", "by": []string{"WA"}}} },
	}
	refused := 0
	for i, value := range values {
		wrong[i%len(wrong)](value)
		text := expect.Must(json.Marshal(value))(t)
		got, mistake := casefile.Of(value)
		want, fileMistake := casefile.Read(bytes.NewReader(text))
		var one, other *casefile.PathError
		switch {
		case errors.As(mistake, &one) != errors.As(fileMistake, &other):
			t.Errorf("%s: %v, in a file %v", text, mistake, fileMistake)
		case one != nil:
			if refused++; *one != *other {
				t.Errorf("%s: %v, in a file %v", text, one, other)
			}
		case !reflect.DeepEqual(got, want[0]):
			t.Errorf("%s is read as\n%+v, in a file as\n%+v", text, got, want[0])
		}
	}
	expect.True(t, len(values) >= 100 && refused >= 50 && refused != len(values), "%d of %d cases were refused", refused, len(values))
}
