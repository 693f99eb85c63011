package savepoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/tandemchess/tandem/internal/backupfile"
)

// folder is a second place on another disk or in a folder that something synchronises.
// This Tandem keeps its copies in a folder of its own there, which is made once: a place
// without it is unplugged, and writing into what is left of its name would fill the disk
// below and look like safety.
type folder struct {
	parent, dir string
}

// prepare makes the folder, and finds out whether it can be written.
func (f folder) prepare(context.Context) error {
	info, err := os.Stat(f.parent)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errors.New("it is no folder")
	}
	if err := os.Mkdir(f.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return probe(f.dir)
}

// probe finds out whether files can be made in a folder.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".*.partial")
	if err != nil {
		return err
	}
	_, err = f.WriteString("may this be written?\n")
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

func (f folder) list(context.Context) ([]string, error) {
	if _, err := os.Stat(f.dir); err != nil {
		return nil, err
	}
	return pointsIn(f.dir)
}

// put copies a file and reads the copy back before it gets its name.
func (f folder) put(ctx context.Context, name string, from *os.File) error {
	if partial, err := filepath.Glob(filepath.Join(f.dir, ".*.partial")); err == nil {
		for _, left := range partial { // of a copy that a stopped machine did not end
			if err := os.Remove(left); err != nil {
				return err
			}
		}
	}
	to, err := os.CreateTemp(f.dir, ".*.partial") // readable by the owner alone; synchronising programs leave it out
	if err != nil {
		return err
	}
	err = copyAndProve(ctx, to, from)
	if err = errors.Join(err, to.Close()); err == nil {
		err = os.Rename(to.Name(), filepath.Join(f.dir, name))
	}
	if err != nil {
		return errors.Join(err, os.Remove(to.Name()))
	}
	return nil
}

func copyAndProve(ctx context.Context, to, from *os.File) error {
	if _, err := io.Copy(to, stoppable{ctx, from}); err != nil {
		return err
	}
	if err := to.Sync(); err != nil {
		return err
	}
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, _, err := backupfile.Check(stoppable{ctx, to}); err != nil {
		return fmt.Errorf("the copy is not what was written: %w", err)
	}
	return nil
}

// stoppable reads until its context ends.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

func (f folder) remove(_ context.Context, name string) error {
	return os.Remove(filepath.Join(f.dir, name))
}

// beside reports whether the folder is on the disk that dir is on.
func (f folder) beside(dir string) bool { return sameDisk(dir, f.parent) }

// plainly says what is wrong with a place in words for people.
func plainly(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "it is full"
	case errors.Is(err, syscall.EROFS):
		return "it is read-only"
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENODEV):
		return "it is not there: unplugged, or its folder was moved"
	case errors.Is(err, fs.ErrPermission):
		return "Tandem may not write there"
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.ESTALE):
		return "it does not read or write any more"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "it does not answer"
	}
	return err.Error()
}
