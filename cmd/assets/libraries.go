package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/tandemchess/tandem/internal/npmlock"
)

const (
	downloads = 8 // at a time
	stamp     = ".package-lock.json"
)

// fetch makes node_modules below root hold what package-lock.json names and
// nothing else. It does what "npm ci --ignore-scripts" does for libraries that
// are only read, so that nobody has to install npm and the hundreds of packages
// a distribution ships with it.
func fetch(ctx context.Context, root string) error {
	text, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err != nil {
		return err
	}
	wanted, err := npmlock.Read(text)
	if err != nil {
		return fmt.Errorf("package-lock.json: %w", err)
	}
	modules := filepath.Join(root, "node_modules")
	if err := os.RemoveAll(modules); err != nil {
		return err
	}
	if err := os.MkdirAll(modules, 0o755); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(downloads)
	for _, lib := range wanted {
		if !lib.Fits(runtime.GOOS, runtime.GOARCH) {
			continue
		}
		group.Go(func() error {
			if err := install(ctx, lib, root); err != nil {
				return fmt.Errorf("%s: %w", strings.TrimPrefix(lib.Folder, "node_modules/"), err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	// Written last: make takes it for the sign that all is there.
	return os.WriteFile(filepath.Join(modules, stamp), text, 0o644)
}

func install(ctx context.Context, lib npmlock.Library, root string) error {
	archive, err := lib.Archive(ctx)
	if err != nil {
		return err
	}
	folder := filepath.Join(root, filepath.FromSlash(lib.Folder))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	into, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer into.Close()
	return npmlock.Unpack(archive, into)
}
