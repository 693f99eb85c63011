package localpg

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/migrations"
)

// programs is a folder with initdb and postgres of one major version.
type programs struct {
	dir   string
	major int
}

// searchedIn lists where server programs are looked for after PG_BINDIR.
var searchedIn = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// beside lists where a download keeps the server programs: in the folder of Tandem's own
// program, on macOS among what its application brings along.
func beside(executable string) []string {
	dir := filepath.Dir(executable)
	places := []string{filepath.Join(dir, "postgresql", "bin")}
	if contents := filepath.Dir(dir); filepath.Base(dir) == "MacOS" && filepath.Base(contents) == "Contents" {
		places = append(places, filepath.Join(contents, "Resources", "postgresql", "bin"))
	}
	return places
}

// executable is the program that runs, where it really lies.
func executable() (string, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	return self, err
}

// broughtAlong is what was brought with the program that runs.
func broughtAlong() ([]programs, error) {
	self, err := executable()
	if err != nil {
		return nil, nil // a system that does not say where its programs lie
	}
	return brought(self)
}

// brought returns the server programs that came with this program; nil: none did. Programs
// that came along and do not run are an error, which says why: nobody would expect others
// to be taken in their place.
func brought(executable string) ([]programs, error) {
	for _, dir := range beside(executable) {
		if _, err := os.Stat(filepath.Join(dir, program("postgres"))); err != nil {
			continue
		}
		p, err := inspect(dir)
		if err != nil {
			return nil, err
		}
		return []programs{p}, nil
	}
	return nil, nil
}

// choice is which programs run the data, and with which they were written.
type choice struct {
	run      programs
	before   programs // of an older major, whose data are carried over; else nothing
	existing int      // the major that wrote the data; 0 when there are none
}

func (c choice) carriesOver() bool { return c.before.major != 0 }

// findPrograms chooses among PG_BINDIR when set, else those that came with Tandem, else the
// newest on the machine. Data of an older major are carried over to these where that may be
// done; else the programs of the data's own major run them, if they are to be found.
func findPrograms(root string, mayCarry bool) (choice, error) {
	existing, err := existingMajor(root)
	if err != nil {
		return choice{}, err
	}
	wanted, fixed, err := wantedPrograms()
	if err != nil {
		return choice{}, err
	}
	if existing == 0 || existing == wanted.major {
		return choice{run: wanted, existing: existing}, nil
	}
	if fixed && (existing > wanted.major || !mayCarry) {
		return choice{}, &WrongMajorError{Data: existing, Installed: []int{wanted.major}, Program: writerOf(root).Program, Dir: root}
	}
	own, err := programsOf(root, existing)
	if err != nil {
		var wrong *WrongMajorError
		if errors.As(err, &wrong) {
			wrong.Installed = []int{wanted.major}
		}
		return choice{}, err
	}
	if existing > wanted.major || !mayCarry {
		return choice{run: own, existing: existing}, nil
	}
	return choice{run: wanted, before: own, existing: existing}, nil
}

// wantedPrograms are those that run data which no other wrote; fixed: somebody named them.
func wantedPrograms() (wanted programs, fixed bool, err error) {
	if dir := os.Getenv("PG_BINDIR"); dir != "" {
		p, err := inspect(dir)
		if err == nil {
			err = tooOld(p)
		}
		if err != nil {
			return programs{}, false, fmt.Errorf("PG_BINDIR: %w", err)
		}
		return p, true, nil
	}
	own, err := broughtAlong()
	if err != nil {
		return programs{}, false, err
	}
	if len(own) > 0 {
		return own[0], false, nil
	}
	wanted, err = newest(installed(searchedIn))
	return wanted, false, err
}

// installed inspects every folder that matches a pattern, and the one on PATH.
func installed(patterns []string) []programs {
	var found []programs
	for _, pattern := range patterns {
		dirs, _ := filepath.Glob(pattern) // the patterns are constants and well formed
		for _, dir := range dirs {
			if p, err := inspect(dir); err == nil {
				found = append(found, p)
			}
		}
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			if p, err := inspect(filepath.Dir(real)); err == nil {
				found = append(found, p)
			}
		}
	}
	return found
}

// newest is the first of the newest major.
func newest(found []programs) (programs, error) {
	if len(found) == 0 {
		return programs{}, errNoPrograms
	}
	p := slices.MaxFunc(found, func(a, b programs) int { return cmp.Compare(a.major, b.major) })
	return p, tooOld(p)
}

func tooOld(p programs) error {
	if p.major >= migrations.OldestServer {
		return nil
	}
	return fmt.Errorf("PostgreSQL %d is too old (%s): Tandem needs %d or newer.\n%s", p.major, p.dir, migrations.OldestServer, howToInstall)
}

func majors(found []programs) []int {
	var list []int
	for _, p := range found {
		list = append(list, p.major)
	}
	return slices.Compact(list)
}

const howToInstall = `Type one of these:
  apt-get install postgresql             Debian, Ubuntu
  dnf install postgresql-server          Fedora, RHEL
  brew install postgresql@17             macOS
  PG_BINDIR=/path/to/bin tandem …        when it is installed elsewhere
  DATABASE_URL=postgres://… tandem …     to use a PostgreSQL that runs elsewhere`

var errNoPrograms = errors.New("no PostgreSQL server was found. Looked for initdb and postgres in:\n  " +
	strings.Join(searchedIn, "\n  ") + "\n  the folders of PATH\n" + howToInstall)

// WrongMajorError says that the data were written by another major version of
// PostgreSQL than those that are here. Nothing was touched.
type WrongMajorError struct {
	Data      int
	Installed []int
	Program   string   // the Tandem that worked on them last; empty when it did not say
	Dir       string   // the data directory
	LookedIn  []string // for programs of the data's own version
}

// Older reports whether the data could be carried over if the programs that wrote them were here.
func (e *WrongMajorError) Older() bool {
	return len(e.Installed) > 0 && e.Data < slices.Max(e.Installed)
}

func (e *WrongMajorError) Error() string {
	here := strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Installed), " ", ", "), "[]")
	by := ""
	if e.Program != "" {
		by = " (Tandem " + e.Program + ")"
	}
	if !e.Older() {
		return fmt.Sprintf(`the data was written by PostgreSQL %[1]d%[2]s, which the older version %[3]s cannot read. Nothing was touched.
Start the Tandem that wrote it or a newer one, or type one of these:
  apt-get install postgresql-%[1]d           to install the version that fits
  PG_BINDIR=/path/to/%[1]d/bin tandem …      when it is installed elsewhere`, e.Data, by, here)
	}
	return fmt.Sprintf(`the data was written by PostgreSQL %[1]d%[2]s, and its programs, with which it is carried over to %[3]s, are not here. Nothing was touched.
Looked in:
  %[4]s
  the folders of PATH
One of these helps:
  put the folder "postgresql" of the Tandem used before beside this one, under the name postgresql-%[1]d
  apt-get install postgresql-%[1]d           Debian, Ubuntu
  TANDEM_DATA_DIR=NEW-FOLDER tandem restore %[5]s
                                         goes on from the newest save point instead`,
		e.Data, by, here, strings.ReplaceAll(strings.Join(e.LookedIn, "\n"), "\n", "\n  "), filepath.Join(e.Dir, "backups"))
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspect asks the postgres program in dir for its version.
func inspect(dir string) (programs, error) {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(dir, program(name))); err != nil {
			return programs{}, fmt.Errorf("%s has no program %s", dir, name)
		}
	}
	cmd := programs{dir: dir}.command("postgres", "--version")
	cmd.SysProcAttr = ownGroup(account{})
	out, err := cmd.Output()
	if err != nil {
		return programs{}, fmt.Errorf("asking %s/postgres for its version: %w%s", dir, err, whyNotRun(err))
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return programs{}, fmt.Errorf("%s/postgres calls itself %q, not PostgreSQL with a version", dir, out)
	}
	major, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return programs{}, fmt.Errorf("%s/postgres: version %q: %w", dir, m[1], err)
	}
	return programs{dir: dir, major: major}, nil
}

// whyNotRun explains why a program could not be started, as far as that is known.
func whyNotRun(err error) string {
	const missingLibrary = 0xC0000135 // STATUS_DLL_NOT_FOUND
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && uint32(exit.ExitCode()) == missingLibrary:
		return ".\nWindows lacks a part that PostgreSQL needs: install the Microsoft Visual C++ Redistributable (https://aka.ms/vs/17/release/vc_redist.x64.exe) and start Tandem again"
	case errors.Is(err, fs.ErrPermission):
		return ".\nThe disk or folder does not let programs run: copy the folder of Tandem to another one, such as one in your home folder, and start it there"
	}
	return ""
}

// command prepares a call of one of the programs in a clean environment.
func (p programs) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.dir, program(name)), args...)
	cmd.Env = cleanEnvironment()
	cmd.Dir = "/" // the present folder may be closed to the server's account
	return cmd
}

// cleanEnvironment passes on what finds programs and libraries and nothing
// that would change how PostgreSQL behaves (PG*, locale, time zone).
func cleanEnvironment() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "COMSPEC", "TEMP", "TMP"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
