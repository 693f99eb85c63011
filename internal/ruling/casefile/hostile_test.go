package casefile

import (
	"errors"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// endless is a file without end, which counts what is read of it.
type endless struct {
	text  string
	given int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.given%len(e.text):])
	e.given += n
	return n, nil
}

func TestHostileCaseFiles(t *testing.T) {
	t.Parallel()
	for what, test := range map[string]struct{ text, wrong string }{
		"many values": {"[" + strings.Repeat("1,", 2_000_000) + "1]", "more than 1000000 values"}, "many objects": {"[" + strings.Repeat("{},", 1_500_000) + "{}]", "more than 1000000 values"},
		"deep": {strings.Repeat("[", 1_000_000), "deep"}, "a long text": {`{"id":"` + strings.Repeat("x", MaxBytes) + `"}`, "larger than 16 MB"},
	} {
		_, err := Read(strings.NewReader(test.text))
		var bad *Error
		expect.True(t, errors.As(err, &bad) && strings.Contains(err.Error(), test.wrong), "%s: %v, want %q", what, err, test.wrong)
	}
	source := &endless{text: `{"id": `}
	if _, err := Read(source); err == nil || source.given > MaxBytes+1 {
		t.Errorf("%d bytes of an endless file were read, %v", source.given, err)
	}
}
