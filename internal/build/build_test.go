package build

import "testing"

func TestFull(t *testing.T) {
	if got := Full(); got != Name() {
		t.Errorf("without a release it is %q, want %q", got, Name())
	}
	release, revision, day = "2026.11.23-804fb04a", "804fb04ab12c5d6e7f80", "2026-11-23"
	defer func() { release, revision, day = "", "", "" }()
	if got, want := Full(), "2026.11.23-804fb04a (804fb04ab12c of 2026-11-23)"; got != want {
		t.Errorf("a download is %q, want %q", got, want)
	}
	if got := Day(); got.Format("2 January 2006") != "23 November 2026" {
		t.Errorf("it was made on %s", got)
	}
}
