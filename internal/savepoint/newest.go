package savepoint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// Newest finds the files in a folder to go on from after a machine was lost: the newest
// save point of everything, and the newest of what changed since, if there is one. The
// folder may be the one of a Tandem or a second place with such folders in it; of several
// Tandems the one that saved last is meant. A folder without any is a NotFound fault.
func Newest(dir string) (files []string, err error) {
	dirs, err := filepath.Glob(filepath.Join(dir, folderMark+"*"))
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", dir, err)
	}
	latest := ""
	for _, dir := range append([]string{dir}, dirs...) {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		names, err := pointsIn(dir)
		if err != nil {
			return nil, fmt.Errorf("look into %s: %w", dir, err)
		}
		if len(names) == 0 || names[0] <= latest {
			continue
		}
		latest, files = names[0], nil
		for _, name := range slices.Backward(newest(names)) {
			files = append(files, filepath.Join(dir, name))
		}
	}
	if len(files) == 0 {
		return nil, fault.New(fault.NotFound, "There is no save point in %s. Their names are made of day, time and kind, such as 20260502-091500.000-auto%s.", dir, suffix)
	}
	return files, nil
}

// Describe names a save point by what its file name says.
func Describe(path string) string {
	name := filepath.Base(path)
	if !named.MatchString(name) {
		return name
	}
	what := "everything"
	if kindOf(name) == Part {
		what = "what changed since"
	}
	return fmt.Sprintf("%s, as of %s", what, takenAt(name).Format("2 January 2006, 15:04 UTC"))
}
