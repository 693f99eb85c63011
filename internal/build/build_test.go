package build

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestFull(t *testing.T) {
	expect.Equal(t, Full(), Name(), "without a release it")
	Release, revision, day = "2026.11.23-804fb04a", "804fb04ab12c5d6e7f80", "2026-11-23"
	defer func() { Release, revision, day = "", "", "" }()
	expect.Equal(t, Full(), "2026.11.23-804fb04a", "a download that was given no version")
	Release = "2.1"
	expect.Equal(t, Full(), "2.1 (804fb04ab12c of 2026-11-23)", "a download that was given one")
	got := Day()
	expect.Equal(t, got.Format("2 January 2006"), "23 November 2026", "it was made on %s", got)
}
