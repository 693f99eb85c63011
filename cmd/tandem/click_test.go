//go:build !windows

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestWhereThereIsAScreen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		system, variable string
		want             bool
	}{
		{"linux", "", false}, {"linux", "DISPLAY", true}, {"linux", "WAYLAND_DISPLAY", true}, {"freebsd", "", false}, {"darwin", "", true},
	} {
		got := hasScreen(c.system, func(name string) string {
			if name == c.variable {
				return ":0"
			}
			return ""
		})
		expect.Equal(t, got, c.want, "%s with %q", c.system, c.variable)
	}
}

// Without a screen a call without arguments lists the commands, as scripts and services
// have always had it.
func TestNoArgumentsWithoutAScreen(t *testing.T) {
	if os.Getenv("TANDEM_TEST_MAIN") != "" {
		os.Args = os.Args[:1]
		main()
	}
	self, err := os.Executable()
	expect.OK(t, err)
	cmd := exec.Command(self, "-test.run=^TestNoArgumentsWithoutAScreen$")
	cmd.Env = []string{"TANDEM_TEST_MAIN=yes", "HOME=" + t.TempDir()}
	said, err := cmd.CombinedOutput()
	code := cmd.ProcessState.ExitCode()
	expect.True(t, code == exitUsage && strings.Contains(string(said), "tandem runs bughouse tournaments"), "exit %d (%v)\n%s", code, err, said)
}
