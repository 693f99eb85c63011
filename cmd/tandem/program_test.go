//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/migrations"
)

// release is this program, or a later one: with further steps of the schema.
type release struct {
	Name  string
	Steps map[string]string // SQL by the end of the file's name, in the order of their names
	Takes bool              // the last step takes away what programs of before rely on
}

// asRelease makes the test binary the program itself, of the release that the variable
// holds, so that tests that kill processes need not build it once more.
const asRelease = "TANDEM_TEST_RELEASE"

func TestMain(m *testing.M) {
	if text := os.Getenv(asRelease); text != "" {
		var r release
		err := json.Unmarshal([]byte(text), &r)
		if err == nil {
			err = r.become()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, asRelease+":", err)
			os.Exit(exitMachine)
		}
		main() // ends the process
	}
	os.Exit(m.Run())
}

// become makes this process that release.
func (r release) become() error {
	build.Release = r.Name
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return err
	}
	files := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Files, name)
		if err != nil {
			return err
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	number := slices.Max(migrations.Versions())
	for _, name := range slices.Sorted(maps.Keys(r.Steps)) {
		number++
		files[fmt.Sprintf("%05d_%s.sql", number, name)] = &fstest.MapFile{
			Data: []byte("-- +goose Up\n-- +goose StatementBegin\n" + r.Steps[name] + "\n-- +goose StatementEnd\n"),
		}
	}
	migrations.Files = files
	if r.Takes {
		migrations.Beside = number
	}
	return nil
}

// command runs the program of the release in a process of its own.
func (r release) command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self := expect.Must(os.Executable())(t)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asRelease+"="+string(expect.Must(json.Marshal(r))(t)))
	return cmd
}
