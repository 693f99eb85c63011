// Package setup checks scripts/install-needs, which installs with root rights. It
// contains no code for others to use. What would change the machine (apt-get, sudo) is
// played by small programs that note how they were called; the rest is real, the
// terminal too.
package setup

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// machine is one that lacks Node.js and a browser.
type machine struct {
	t        *testing.T
	programs string // the only folder programs are looked for in
	calls    string // file with the calls of apt-get and sudo, a line each
	env      []string
}

// utilities are all that the script may rely on, on a bare Debian.
var utilities = []string{"awk", "bash", "cat", "dirname", "env", "head", "mkdir", "rm", "sed", "sort", "tee"}

// newMachine makes a machine for a person with the number that "id -u" prints.
func newMachine(t *testing.T, id string, sudo bool) *machine {
	t.Helper()
	m := &machine{t: t, programs: t.TempDir(), calls: filepath.Join(t.TempDir(), "calls")}
	for _, name := range utilities {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(m.programs, name)); err != nil {
			t.Fatal(err)
		}
	}
	m.program("id", "echo "+id)
	m.program("apt-cache", "")
	m.program("apt-get", `echo "apt-get $*" >>`+m.calls+`
case "$*" in *nodejs*) printf '#!/bin/sh\n' >`+m.programs+`/node ;; esac
case "$*" in *chromium*) printf '#!/bin/sh\n' >`+m.programs+`/chromium-headless-shell ;; esac
for made in node chromium-headless-shell; do [ ! -f `+m.programs+`/$made ] || /bin/chmod +x `+m.programs+`/$made; done`)
	if sudo {
		m.program("sudo", `echo "sudo $*" >>`+m.calls+`
case $1 in -v) ;; -n) exit 1 ;; *) exec "$@" ;; esac`)
	}
	return m
}

func (m *machine) program(name, script string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) command(needs ...string) *exec.Cmd {
	script, err := filepath.Abs("../../scripts/install-needs")
	if err != nil {
		m.t.Fatal(err)
	}
	cmd := exec.CommandContext(m.t.Context(), "bash", append([]string{script}, needs...)...)
	cmd.Env = append([]string{"PATH=" + m.programs}, m.env...)
	return cmd
}

// run calls the script without a terminal and returns what it said and its exit code.
func (m *machine) run(needs ...string) (said string, code int) {
	m.t.Helper()
	out, err := m.command(needs...).CombinedOutput()
	return string(out), m.code(err)
}

// types calls the script on a terminal, and types the answer as soon as it asks.
func (m *machine) types(answer string, needs ...string) (said string, code int) {
	m.t.Helper()
	cmd := m.command(needs...)
	terminal, err := pty.Start(cmd)
	if err != nil {
		m.t.Fatal(err)
	}
	defer terminal.Close()
	var all bytes.Buffer
	for buf := make([]byte, 4096); ; {
		n, err := terminal.Read(buf)
		asked := strings.Count(all.String(), "Go on?")
		all.Write(buf[:n])
		if strings.Count(all.String(), "Go on?") > asked {
			if _, err := io.WriteString(terminal, answer+"\n"); err != nil {
				m.t.Fatal(err)
			}
		}
		if err != nil {
			break // a terminal that its last program left ends with an error
		}
	}
	return all.String(), m.code(cmd.Wait())
}

func (m *machine) code(err error) int {
	m.t.Helper()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return 0
}

// installed returns the calls that install, and others the rest.
func (m *machine) installed() (installs, others []string) {
	m.t.Helper()
	text, err := os.ReadFile(m.calls)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		m.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "apt-get") && strings.Contains(line, " install ") {
			_, packages, _ := strings.Cut(line, "--no-install-recommends ")
			installs = append(installs, packages)
		} else {
			others = append(others, line)
		}
	}
	return installs, others
}

func (m *machine) wants(said, words string, times int) {
	m.t.Helper()
	if got := strings.Count(said, words); got != times {
		m.t.Errorf("%q stands %d times, want %d, in:\n%s", words, got, times, said)
	}
}

const (
	list    = "with root rights: nodejs chromium-headless-shell fonts-liberation fonts-dejavu-core"
	browser = "chromium-headless-shell fonts-liberation fonts-dejavu-core"
)

// All packages are named and asked about at once, also those that a second call
// installs, which then neither names nor asks.
func TestATerminalIsAskedOnce(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"", "y", "Yes"} {
		m := newMachine(t, "0", false)
		said, code := m.types(answer, "node", "later", "browser")
		m.wants(said, list, 1)
		m.wants(said, "Go on?", 1)
		if installs, _ := m.installed(); code != 0 || !slices.Equal(installs, []string{"nodejs"}) {
			t.Errorf("%q: exit code %d, installed %q; said:\n%s", answer, code, installs, said)
		}
		m.env = []string{"TANDEM_NEEDS_SAID=1"}
		said, code = m.types(answer, "browser")
		m.wants(said, "with root rights", 0)
		m.wants(said, "Go on?", 0)
		if installs, _ := m.installed(); code != 0 || !slices.Equal(installs, []string{"nodejs", browser}) {
			t.Errorf("%q: exit code %d, installed %q by the second call; said:\n%s", answer, code, installs, said)
		}
	}
}

func TestNoIsNo(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"n", "no", "nodejs", "\x04"} {
		m := newMachine(t, "0", false)
		said, code := m.types(answer, "node", "later", "browser")
		m.wants(said, "Go on?", 1)
		m.wants(said, "Install it as root: apt-get install --no-install-recommends nodejs "+browser, 1)
		if installs, others := m.installed(); code != 1 || installs != nil || others != nil {
			t.Errorf("%q: exit code %d, called %q %q; said:\n%s", answer, code, installs, others, said)
		}
	}
}

// Machines say yes beforehand; without a terminal there is nobody to ask.
func TestMachinesAreNotAsked(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(m *machine) (string, int){
		"YES=1 on a terminal": func(m *machine) (string, int) {
			m.env = []string{"YES=1"}
			return m.types("n", "node", "browser")
		},
		"no terminal": func(m *machine) (string, int) { return m.run("node", "browser") },
	} {
		m := newMachine(t, "0", false)
		said, code := call(m)
		m.wants(said, list, 1)
		m.wants(said, "Go on?", 0)
		if installs, _ := m.installed(); code != 0 || !slices.Equal(installs, []string{"nodejs " + browser}) {
			t.Errorf("%s: exit code %d, installed %q; said:\n%s", name, code, installs, said)
		}
	}
}

// Whoever is not root is asked before sudo asks for the password, and not troubled by
// it after a no. Without a terminal sudo has nobody to ask either.
func TestSudoComesAfterTheQuestion(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "1000", true)
	if said, code := m.types("n", "node"); code != 1 || !strings.Contains(said, "Go on?") {
		t.Errorf("exit code %d; said:\n%s", code, said)
	}
	if installs, others := m.installed(); installs != nil || others != nil {
		t.Errorf("after a no were called %q %q", installs, others)
	}
	said, code := m.types("y", "node")
	if installs, others := m.installed(); code != 0 || !slices.Equal(installs, []string{"nodejs"}) || others[0] != "sudo -n true" || others[1] != "sudo -v" {
		t.Errorf("exit code %d, installed %q, called %q; said:\n%s", code, installs, others, said)
	}
	m = newMachine(t, "1000", true)
	said, code = m.run("node")
	m.wants(said, "Install it as root: apt-get install --no-install-recommends nodejs", 1)
	if installs, others := m.installed(); code != 1 || installs != nil || !slices.Equal(others, []string{"sudo -n true"}) {
		t.Errorf("without a terminal: exit code %d, installed %q, called %q", code, installs, others)
	}
}

// Somebody without root rights is told what to type, and hears nothing where nothing
// is missing.
func TestWithoutRootRights(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "1000", false)
	said, code := m.types("y", "node")
	m.wants(said, "Go on?", 0)
	m.wants(said, "Install it as root: apt-get install --no-install-recommends nodejs", 1)
	if code != 1 {
		t.Errorf("exit code %d; said:\n%s", code, said)
	}
	m.program("node", "")
	if said, code := m.types("y", "node"); code != 0 || said != "" {
		t.Errorf("with everything there: exit code %d; said:\n%s", code, said)
	}
	if installs, others := m.installed(); installs != nil || others != nil {
		t.Errorf("called %q %q", installs, others)
	}
}
