package localpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// layout names everything in a data directory. Root owns the folder itself when
// Tandem runs as root; data and sockets belong to the server's account.
type layout struct {
	root    string // 0711
	data    string // pg<major>, 0700
	sockets string // 0700
	log     string
	hba     string // who may connect
	ident   string // which operating system users count as the role tandem

	password string // of the role tandem, 0600; only where a password is asked for
}

func newLayout(root string, major int) layout {
	return layout{
		root:    root,
		data:    filepath.Join(root, "pg"+strconv.Itoa(major)),
		sockets: filepath.Join(root, "run"),
		log:     filepath.Join(root, "postgres.log"),
		hba:     filepath.Join(root, "pg_hba.conf"),
		ident:   filepath.Join(root, "pg_ident.conf"),

		password: filepath.Join(root, "password"),
	}
}

// DefaultDataDir is where data goes when TANDEM_DATA_DIR is not set: /var/lib/tandem for
// root, otherwise the folder where the system keeps what programs hold for this user, and
// this user on this machine only.
func DefaultDataDir() (string, error) {
	return defaultDataDir(runtime.GOOS, os.Geteuid(), os.Getenv)
}

func defaultDataDir(system string, user int, env func(string) string) (string, error) {
	if user == 0 {
		return "/var/lib/tandem", nil
	}
	if system == "windows" {
		if dir := env("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "Tandem"), nil
		}
		return "", errors.New("finding a folder for the data: LOCALAPPDATA is not set; set TANDEM_DATA_DIR")
	}
	if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tandem"), nil
	}
	home := env("HOME")
	if home == "" {
		return "", errors.New("finding a folder for the data: HOME is not set; set TANDEM_DATA_DIR")
	}
	plain := filepath.Join(home, ".local", "share", "tandem")
	if system != "darwin" {
		return plain, nil
	}
	if _, err := os.Stat(plain); err == nil { // made by an earlier Tandem
		return plain, nil
	}
	return filepath.Join(home, "Library", "Application Support", "Tandem"), nil
}

// prepareRoot creates the data directory and makes sure the server's account
// can reach it. It returns the path without symbolic links.
func prepareRoot(dir string, acc account) (string, error) {
	if dir == "" {
		return "", errors.New("no data directory given: set TANDEM_DATA_DIR")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("data directory %s: %w", dir, err)
	}
	if err := CreateRoot(abs); err != nil {
		return "", err
	}
	root, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("data directory %s: %w", dir, err)
	}
	root = plainPath(root)
	if acc.switched {
		if err := reachable(root, acc); err != nil {
			return "", err
		}
	}
	return root, nil
}

// CreateRoot makes the data directory, and what is missing above it, passable whatever the
// umask: the server may run as another user. A folder that was there before keeps its mode,
// for it may hold more than our data.
func CreateRoot(dir string) error {
	missing, err := missingUpTo(dir)
	if err == nil && len(missing) == 0 {
		err = isFolder(dir)
	}
	if err == nil && len(missing) > 0 {
		err = os.MkdirAll(dir, 0o711)
	}
	for _, made := range missing {
		if err == nil {
			err = os.Chmod(made, 0o711)
		}
	}
	if err != nil {
		return fmt.Errorf("creating the data directory (TANDEM_DATA_DIR chooses another): %w", err)
	}
	return nil
}

// isFolder refuses what is there and is none.
func isFolder(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is a file, not a folder", path)
	}
	return err
}

// missingUpTo are dir and the folders above it that are not there, the lowest first.
func missingUpTo(dir string) (missing []string, err error) {
	for ; ; dir = filepath.Dir(dir) {
		if _, err = os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return missing, err
		}
		missing = append(missing, dir)
	}
}

// UnreachableError says that the account the server runs as cannot pass
// through a folder on the way to the data.
type UnreachableError struct {
	Dir, Account string
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf(`started by root, PostgreSQL runs as the user %[1]q, and %[2]s is closed to that user, so the data cannot be kept inside.
Type one of these:
  TANDEM_DATA_DIR=/var/lib/tandem tandem …     to keep it where that user can go
  su USER -c 'tandem …'                        to run everything as an ordinary user`, e.Account, e.Dir)
}

// reachable checks the permission to pass through dir and all above it. The
// server runs without supplementary groups, so the mode bits decide.
func reachable(dir string, acc account) error {
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return fmt.Errorf("looking at %s: %w", dir, err)
		}
		if !passes(info, acc) {
			return &UnreachableError{Dir: dir, Account: acc.name}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// InUseError says that another process holds the data directory.
type InUseError struct {
	Dir     string
	Process int // 0 when the other process did not say
}

func (e *InUseError) Error() string {
	who := "another process"
	if e.Process != 0 {
		who = "process " + strconv.Itoa(e.Process)
	}
	return fmt.Sprintf(`the data in %s is in use by %s.
Stop that one first, or choose another folder with TANDEM_DATA_DIR.`, e.Dir, who)
}

// errLocked says that another process holds a lock.
var errLocked = errors.New("locked by another process")

// takeLock holds the data directory for this process until unlock. The kernel releases it
// however the process ends.
func takeLock(root string) (*os.File, error) {
	path := filepath.Join(root, "lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("locking the data directory (TANDEM_DATA_DIR chooses another): %w", err)
	}
	if err := lockFile(f); err != nil {
		defer f.Close()
		if !errors.Is(err, errLocked) {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		text, _ := os.ReadFile(path)                            // the number only improves the message
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text))) // 0 when unreadable
		return nil, &InUseError{Dir: root, Process: pid}
	}
	err = f.Truncate(0)
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		unlock(f)
		return nil, fmt.Errorf("writing %s: %w", path, err)
	}
	return f, nil
}

// unlock gives up what takeLock took. Closing alone would not do: a program that this
// process is just starting has every open file until it runs, and would hold the lock on.
func unlock(f *os.File) {
	unlockFile(f) // what fails here, closing does a moment later
	f.Close()
}

// existingMajor is the major version that wrote the data in root, 0 when there
// is none. A pg<major>.new of an interrupted creation does not count.
func existingMajor(root string) (int, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(root), "pg*", "PG_VERSION"))
	if err != nil {
		return 0, fmt.Errorf("looking for data in %s: %w", root, err)
	}
	var found []int
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		if n, err := strconv.Atoi(strings.TrimPrefix(name, "pg")); err == nil {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return 0, nil
	}
	return slices.Max(found), nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// longestSocketPath is what fits into a unix socket address on every system we
// run on, less the terminating zero (Linux takes 107, macOS 103).
const longestSocketPath = 103

// Where the socket is made when the data directory's own path is too long for it.
const shortFolders, shortPrefix = "/tmp", "tandem-"

func isShortFolder(dir string) bool {
	return filepath.Dir(dir) == shortFolders && strings.HasPrefix(filepath.Base(dir), shortPrefix)
}

// socketDirectory returns the folder for the sockets. A path too long for a
// socket address, or with the comma that separates hosts in connection strings,
// is replaced by a short temporary folder, which the caller removes (removes is
// that folder or empty).
func socketDirectory(lay layout, acc account) (dir, removes string, err error) {
	dir = lay.sockets
	if len(filepath.Join(dir, ".s.PGSQL."+socketPort)) > longestSocketPath || strings.Contains(dir, ",") {
		dir, err = os.MkdirTemp(shortFolders, shortPrefix)
		if err != nil {
			return "", "", fmt.Errorf("creating a short folder for the socket: %w", err)
		}
		removes = dir
	}
	if err := ownedDirectory(dir, acc); err != nil {
		return "", "", err
	}
	return dir, removes, nil
}

// ownedDirectory creates dir, closed to all but the server's account.
func ownedDirectory(dir string, acc account) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.Chmod(dir, 0o700)
	}
	if err == nil {
		err = acc.own(dir)
	}
	if err != nil {
		return fmt.Errorf("preparing %s for the server: %w", dir, err)
	}
	return nil
}
