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
)

// oldestMajor is the oldest PostgreSQL whose features the schema relies on.
const oldestMajor = 15

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

// broughtAlong is what was brought with the program that runs.
func broughtAlong() ([]programs, error) {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
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

// findPrograms returns the server programs to use: PG_BINDIR when set, else
// those that came with Tandem, else the newest on the machine; of these only
// such as are of the major that wrote the data. existing is 0 when there is no
// data yet.
func findPrograms(existing int) (programs, error) {
	if dir := os.Getenv("PG_BINDIR"); dir != "" {
		p, err := inspect(dir)
		if err != nil {
			return programs{}, fmt.Errorf("PG_BINDIR: %w", err)
		}
		return choosePrograms([]programs{p}, existing)
	}
	own, err := broughtAlong()
	if err != nil {
		return programs{}, err
	}
	if len(own) > 0 && (existing == 0 || existing == own[0].major) {
		return own[0], nil
	}
	return choosePrograms(append(own, installed(searchedIn)...), existing)
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

func choosePrograms(found []programs, existing int) (programs, error) {
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b programs) int { return cmp.Compare(b.major, a.major) })
	for _, p := range found {
		if existing == p.major || existing == 0 && p.major >= oldestMajor {
			return p, nil
		}
	}
	switch {
	case existing != 0 && len(found) > 0:
		return programs{}, &WrongMajorError{Data: existing, Installed: majors(found)}
	case len(found) > 0:
		return programs{}, fmt.Errorf("PostgreSQL %d is too old (%s): Tandem needs %d or newer.\n%s",
			found[0].major, found[0].dir, oldestMajor, howToInstall)
	default:
		return programs{}, errNoPrograms
	}
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

// WrongMajorError says that the data was written by another major version of
// PostgreSQL than those installed.
type WrongMajorError struct {
	Data      int
	Installed []int
}

func (e *WrongMajorError) Error() string {
	return fmt.Sprintf(`the data was written by PostgreSQL %[1]d, which cannot be read by the installed version %[2]s.
Type one of these:
  apt-get install postgresql-%[1]d           to install the version that fits
  PG_BINDIR=/path/to/%[1]d/bin tandem …      when it is installed elsewhere
To change over: with version %[1]d run "tandem backup FILE", then "tandem restore FILE" into a new TANDEM_DATA_DIR.`,
		e.Data, strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Installed), " ", ", "), "[]"))
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
