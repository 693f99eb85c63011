package main

import (
	"bytes"
	"context"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/npmlock"
)

// fetchServer returns the server for a target: its two programs, the libraries that they
// need and no others, and what creating a database reads. Files have the names under which
// programs look for them, so that no archive needs links, which memory sticks do not keep.
func fetchServer(ctx context.Context, t target) ([]file, error) {
	library, err := pinned(t.server)
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	archive, err := library.Kept(ctx, filepath.Join(cache, "tandem-dist"))
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{} // by path below "native"
	err = npmlock.Files(archive, func(name string, _ fs.FileMode, content io.Reader) error {
		if rest, ok := strings.CutPrefix(name, "native/"); ok {
			all[rest], err = io.ReadAll(content)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if t.system == "darwin" {
		for name, content := range all {
			if all[name], err = onlyFor(t.serverProcessor(), content); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return needed(all)
}

// unpackServer puts the server of the present system into a folder, as a download has it.
func unpackServer(ctx context.Context, folder string) error {
	i := slices.IndexFunc(targets, func(t target) bool {
		return t.system == runtime.GOOS && t.processor == runtime.GOARCH && t.server != ""
	})
	if i < 0 {
		return fmt.Errorf("there is no download for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	files, err := fetchServer(ctx, targets[i])
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(folder, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return err
		}
	}
	return nil
}

// pinned is the row of a server in packaging/package-lock.json.
func pinned(name string) (npmlock.Library, error) {
	text, err := readFile("packaging/package-lock.json")
	if err != nil {
		return npmlock.Library{}, err
	}
	rows, err := npmlock.Read(text)
	if err != nil {
		return npmlock.Library{}, fmt.Errorf("packaging/package-lock.json: %w", err)
	}
	for _, row := range rows {
		if row.Called() == name {
			return row, nil
		}
	}
	return npmlock.Library{}, fmt.Errorf("packaging/package-lock.json does not name %s", name)
}

// needed picks what a server needs of all that a library of npm holds.
func needed(all map[string][]byte) ([]file, error) {
	links, err := linksIn(all)
	if err != nil {
		return nil, err
	}
	places := map[string]string{} // of every library, by its name in small letters, as Windows compares
	for name := range all {
		if dir := path.Dir(name); dir == "bin" || dir == "lib" {
			places[strings.ToLower(path.Base(name))] = name
		}
	}
	taken := map[string]file{}
	var open []string
	take := func(name string, content []byte, mode fs.FileMode) {
		if _, there := taken[name]; !there {
			taken[name] = file{name, mode, content}
			open = append(open, name)
		}
	}
	for name, content := range all {
		switch {
		case isProgram(name):
			take(name, content, 0o755)
		case isModule(name):
			take(name, content, 0o644)
		case isShared(name):
			taken[name] = file{name, 0o644, content}
		}
	}
	if len(open) != 4 {
		return nil, fmt.Errorf("it holds %v of the server, expected postgres, initdb and two modules", open)
	}
	for len(open) > 0 {
		name := open[0]
		open = open[1:]
		libraries, err := imports(taken[name].content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, wants := range libraries {
			wants = path.Base(wants)
			real := wants
			if to, linked := links[wants]; linked {
				real = to
			}
			if place, ours := places[strings.ToLower(real)]; ours { // others are the system's own
				take(path.Join(path.Dir(place), wants), all[place], 0o644)
			}
		}
	}
	var files []file
	for _, f := range taken {
		files = append(files, f)
	}
	return inOrder(files)
}

func isProgram(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".exe")
	return path.Dir(name) == "bin" && (base == "postgres" || base == "initdb")
}

// isModule: every database has the language and the dictionaries in these from the start.
func isModule(name string) bool {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return strings.HasPrefix(name, "lib/") && (base == "plpgsql" || base == "dict_snowball") && path.Ext(name) != ".a" && path.Ext(name) != ".lib"
}

func isShared(name string) bool {
	rest, ok := strings.CutPrefix(name, "share/")
	if !ok {
		return false
	}
	rest = strings.TrimPrefix(rest, "postgresql/")
	switch first, below, _ := strings.Cut(rest, "/"); first {
	case "doc", "locale", "man", "contrib":
		return false
	case "extension":
		return strings.HasPrefix(below, "plpgsql")
	}
	return true
}

// linksIn reads which name stands for which file; npm's archives cannot hold links.
func linksIn(all map[string][]byte) (map[string]string, error) {
	var list []struct{ Source, Target string }
	if err := json.Unmarshal(all["pg-symlinks.json"], &list); err != nil {
		return nil, fmt.Errorf("pg-symlinks.json: %w", err)
	}
	links := map[string]string{}
	for _, l := range list {
		links[path.Base(l.Target)] = path.Base(l.Source)
	}
	return links, nil
}

// imports are the libraries that a program or library of any system asks for.
func imports(content []byte) ([]string, error) {
	r := bytes.NewReader(content)
	if f, err := elf.NewFile(r); err == nil {
		return f.ImportedLibraries()
	}
	if f, err := macho.NewFile(r); err == nil {
		return f.ImportedLibraries()
	}
	f, err := pe.NewFile(r)
	if err != nil {
		return nil, errors.New("it is no program of a system that is known")
	}
	return importsOfWindows(f)
}

// importsOfWindows reads the table of libraries of a program for Windows. debug/pe tells
// libraries only by the names of what is imported from them, and some import by numbers.
func importsOfWindows(f *pe.File) ([]string, error) {
	const row, nameAt = 20, 12 // bytes
	var at uint32
	switch head := f.OptionalHeader.(type) {
	case *pe.OptionalHeader64:
		at = head.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress
	case *pe.OptionalHeader32:
		at = head.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress
	}
	if at == 0 {
		return nil, nil
	}
	var libraries []string
	for table := inMemory(f, at); len(table) >= row; table = table[row:] {
		name := binary.LittleEndian.Uint32(table[nameAt:])
		if name == 0 {
			return libraries, nil
		}
		text, _, ended := bytes.Cut(inMemory(f, name), []byte{0})
		if !ended {
			break
		}
		libraries = append(libraries, string(text))
	}
	return nil, errors.New("its table of libraries has no end")
}

// inMemory is what lies at an address of a loaded program, to the end of its section.
func inMemory(f *pe.File, address uint32) []byte {
	for _, s := range f.Sections {
		if address < s.VirtualAddress || address >= s.VirtualAddress+s.VirtualSize {
			continue
		}
		content, err := s.Data()
		if from := address - s.VirtualAddress; err == nil && int(from) < len(content) {
			return content[from:]
		}
	}
	return nil
}

// onlyFor takes the half for one processor out of a program for two, and insists on its
// signature: macOS ends a program without one at once on Apple's processors.
func onlyFor(processor string, content []byte) ([]byte, error) {
	both, err := macho.NewFatFile(bytes.NewReader(content))
	if err != nil {
		return content, nil // for one only, or no program at all
	}
	wanted := map[string]macho.Cpu{"amd64": macho.CpuAmd64, "arm64": macho.CpuArm64}[processor]
	for _, half := range both.Arches {
		if half.Cpu != wanted {
			continue
		}
		if wanted == macho.CpuArm64 && !signed(half.File) {
			return nil, errors.New("it has no signature")
		}
		return content[half.Offset : half.Offset+half.Size], nil
	}
	return nil, fmt.Errorf("it is not for %s", processor)
}

func signed(f *macho.File) bool {
	const codeSignature = 0x1d // LC_CODE_SIGNATURE
	return slices.ContainsFunc(f.Loads, func(l macho.Load) bool {
		return len(l.Raw()) >= 4 && f.ByteOrder.Uint32(l.Raw()) == codeSignature
	})
}

func readFile(name string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(name)) }
