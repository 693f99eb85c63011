package build

import (
	"strings"
	"testing"
)

func TestFull(t *testing.T) {
	if got := Full(); got != Name() {
		t.Errorf("without a release it is %q, want %q", got, Name())
	}
	release = "2026.11.23-804fb04a"
	defer func() { release = "" }()
	if got := Full(); !strings.HasPrefix(got, "2026.11.23-804fb04a (") || !strings.Contains(got, Name()) {
		t.Errorf("a download is %q, want its version and %q", got, Name())
	}
}
