package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/pe"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil { // the program runs at the root of the checkout
		panic(err)
	}
	os.Exit(m.Run())
}

var day = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// The order in which files come, which maps change at every run, leaves no trace.
func TestTheSameFilesAreTheSameBytes(t *testing.T) {
	files := []file{{"b/program", 0o755, []byte("run")}, {"a.txt", 0o644, []byte("text")}, {"b/c/d", 0o644, nil}}
	for name, pack := range map[string]func([]file, time.Time) ([]byte, error){"tar": tarred, "zip": zipped} {
		sums := map[[32]byte]bool{}
		for range 20 {
			archive := expect.Must(pack(files, day))(t)
			sums[sha256.Sum256(archive)] = true
			files = append(files[1:], files[0])
		}
		expect.Equal(t, len(sums), 1, "%s: different archives of the same files", name)
		_, err := pack(append(files, files[0]), day)
		expect.True(t, err != nil, "%s: two files of one name were taken", name)
	}
}

func TestArchivesKeepModesAndTimes(t *testing.T) {
	files := []file{{"tandem/tandem", 0o755, []byte("run")}, {"tandem/START-HERE.txt", 0o644, []byte("text")}}
	archive, err := tarred(files, day)
	expect.OK(t, err)
	unpacked := expect.Must(gzip.NewReader(bytes.NewReader(archive)))(t)
	var got []string
	for r := tar.NewReader(unpacked); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		expect.OK(t, err)
		got = append(got, fmt.Sprintf("%s %o %s %s", head.Name, head.Mode, head.ModTime.UTC().Format(time.DateOnly), head.Uname))
	}
	want := []string{"tandem/ 755 2026-11-23 root", "tandem/START-HERE.txt 644 2026-11-23 root", "tandem/tandem 755 2026-11-23 root"}
	if !slices.Equal(got, want) {
		t.Errorf("the archive holds\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	small := expect.Must(zipped(files, day))(t)
	r := expect.Must(zip.NewReader(bytes.NewReader(small), int64(len(small))))(t)
	f := r.File[1]
	expect.True(t, f.Name == "tandem/tandem" && f.Mode() == 0o755 && f.Modified.Equal(day), "the zip holds %s %v %v", f.Name, f.Mode(), f.Modified)
}

// Debian's own program reads the package.
func TestDebianPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is Debian's")
	}
	from := source{version: "2026.11.23-abcdef12+changed", revision: "abcdef12", day: day}
	made := expect.Must(packDebian(target{system: "linux", processor: "amd64", ending: ".deb"}, from, contents{
		program: []byte("#!/bin/sh\n"), licences: []file{{"tandem.txt", 0o644, []byte("Apache")}}, bill: []byte("{}"),
	}))(t)
	want := "tandem_2026.11.23-abcdef12~changed_amd64.deb"
	expect.Equal(t, made.name, want, "it is called")
	path := filepath.Join(t.TempDir(), made.name)
	expect.OK(t, os.WriteFile(path, made.content, 0o600))
	for _, c := range []struct{ ask, says string }{
		{"--info", "Depends: postgresql (>= 15)"},
		{"--info", "Architecture: amd64"},
		{"--info", "Version: 2026.11.23-abcdef12~changed"},
		{"--contents", "-rwxr-xr-x root/root"},
		{"--contents", "usr/bin/tandem"},
		{"--contents", "usr/share/applications/tandem.desktop"},
		{"--contents", "usr/share/doc/tandem/copyright"},
		{"--contents", "usr/share/icons/hicolor/scalable/apps/tandem.svg"},
	} {
		said, err := exec.Command("dpkg-deb", c.ask, path).CombinedOutput()
		expect.True(t, err == nil && strings.Contains(string(said), c.says), "dpkg-deb %s does not say %q (%v):\n%s", c.ask, c.says, err, said)
	}
}

// This test's own program stands for a server: what it imports is found, under the name
// that is asked for, and nothing else comes along.
func TestOnlyWhatAServerNeeds(t *testing.T) {
	program, err := os.ReadFile("/bin/sh")
	if err != nil {
		t.Skip("no /bin/sh")
	}
	libraries, err := imports(program)
	if err != nil || len(libraries) == 0 {
		t.Skipf("/bin/sh imports %v: %v", libraries, err)
	}
	wanted := libraries[0]
	library := []byte("\x7fELF library that imports nothing")
	all := map[string][]byte{
		"pg-symlinks.json": []byte(`[{"source":"native/lib/` + wanted + `.2.3","target":"native/lib/` + wanted + `"}]`),
		"bin/postgres":     program, "bin/initdb": program, "bin/pg_ctl": program,
		"lib/postgresql/plpgsql.so": program, "lib/postgresql/dict_snowball.so": program, "lib/postgresql/plperl.so": program,
		"lib/" + wanted + ".2.3": program, "lib/libother.so": library,
		"share/postgresql/postgres.bki": nil, "share/postgresql/extension/plpgsql.control": nil, "share/postgresql/extension/cube.control": nil,
		"share/doc/readme": nil,
	}
	files := expect.Must(needed(all))(t)
	var got []string
	for _, f := range files {
		got = append(got, f.name)
	}
	want := []string{
		"bin/initdb", "bin/postgres", "lib/" + wanted, "lib/postgresql/dict_snowball.so", "lib/postgresql/plpgsql.so",
		"share/postgresql/extension/plpgsql.control", "share/postgresql/postgres.bki",
	}
	expect.True(t, slices.Equal(got, want), "taken: %v\nwant   %v", got, want)
	delete(all, "bin/initdb")
	if _, err := needed(all); err == nil {
		t.Error("a server without initdb was taken")
	}
}

// fat is a program of macOS for two processors, of which only the heads are made up.
func fat(t *testing.T, withSignature bool) []byte {
	t.Helper()
	half := func(cpu uint32) []byte {
		var b bytes.Buffer
		commands := uint32(0)
		if withSignature {
			commands = 1
		}
		for _, v := range []uint32{0xfeedfacf, cpu, 0, 2, commands, 16 * commands, 0, 0} {
			binary.Write(&b, binary.LittleEndian, v)
		}
		if withSignature {
			for _, v := range []uint32{0x1d, 16, 0, 0} {
				binary.Write(&b, binary.LittleEndian, v)
			}
		}
		return b.Bytes()
	}
	var b bytes.Buffer
	const intel, apple = 0x01000007, 0x0100000c
	one, two := half(intel), half(apple)
	for _, v := range []uint32{0xcafebabe, 2, intel, 3, 4096, uint32(len(one)), 12, apple, 0, 8192, uint32(len(two)), 12} {
		binary.Write(&b, binary.BigEndian, v)
	}
	b.Write(make([]byte, 4096-b.Len()))
	b.Write(one)
	b.Write(make([]byte, 8192-b.Len()))
	b.Write(two)
	return b.Bytes()
}

// forWindows is a program that imports from one library by a number alone, and from
// another by a name.
func forWindows(t *testing.T) []byte {
	t.Helper()
	const begin = 0x1000 // of the only section in memory; it begins at 0x200 of the file
	section := make([]byte, 0x200)
	row := func(i int, thunks, name uint32) {
		at := section[20*i:]
		binary.LittleEndian.PutUint32(at, begin+thunks)
		binary.LittleEndian.PutUint32(at[12:], begin+name)
		binary.LittleEndian.PutUint32(at[16:], begin+thunks)
	}
	row(0, 0x80, 0xc0)
	row(1, 0x90, 0xd0)
	binary.LittleEndian.PutUint64(section[0x80:], 1<<63|7)
	binary.LittleEndian.PutUint64(section[0x90:], begin+0xe0)
	copy(section[0xc0:], "libpq.dll")
	copy(section[0xd0:], "KERNEL32.dll")
	copy(section[0xe2:], "ExitProcess")

	var b bytes.Buffer
	b.WriteString("MZ" + strings.Repeat("\x00", 58))
	binary.Write(&b, binary.LittleEndian, uint32(64))
	b.WriteString("PE\x00\x00")
	head := pe.OptionalHeader64{Magic: 0x20b, NumberOfRvaAndSizes: 16}
	head.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_IMPORT] = pe.DataDirectory{VirtualAddress: begin, Size: 60}
	binary.Write(&b, binary.LittleEndian, pe.FileHeader{Machine: pe.IMAGE_FILE_MACHINE_AMD64, NumberOfSections: 1, SizeOfOptionalHeader: uint16(binary.Size(head))})
	binary.Write(&b, binary.LittleEndian, head)
	binary.Write(&b, binary.LittleEndian, pe.SectionHeader32{Name: [8]uint8{'.', 'd'}, VirtualSize: 0x200, VirtualAddress: begin, SizeOfRawData: 0x200, PointerToRawData: 0x200})
	b.Write(make([]byte, 0x200-b.Len()))
	b.Write(section)
	return b.Bytes()
}

// The programs of PostgreSQL ask their library for functions by number; Go's own list of
// imports does not have it then.
func TestLibrariesOfAProgramForWindows(t *testing.T) {
	got, err := imports(forWindows(t))
	want := []string{"libpq.dll", "KERNEL32.dll"}
	expect.True(t, err == nil && slices.Equal(got, want), "it needs %v, %v, want %v", got, err, want)
}

func TestOneHalfOfAProgramForTwoProcessors(t *testing.T) {
	both := fat(t, true)
	for processor, at := range map[string]int{"amd64": 4096, "arm64": 8192} {
		half, err := onlyFor(processor, both)
		expect.True(t, err == nil && bytes.Equal(half, both[at:at+48]), "%s: %d bytes, %v", processor, len(half), err)
	}
	if _, err := onlyFor("arm64", fat(t, false)); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Errorf("a program that macOS would end was taken: %v", err)
	}
	if text, err := onlyFor("arm64", []byte("a text")); err != nil || string(text) != "a text" {
		t.Errorf("a text became %q, %v", text, err)
	}
}

// Everything that lies beside Tandem has a licence that somebody looked at.
func TestLicencesOfTheServer(t *testing.T) {
	for name, want := range map[string]string{
		"bin/postgres.exe": "PostgreSQL", "lib/libpq.so.5": "PostgreSQL", "share/postgresql/postgres.bki": "PostgreSQL", "bin/icudt67.dll": "ICU",
		"lib/libicudata.68.dylib": "ICU", "lib/libcrypto.so.1.1": "OpenSSL", "bin/libcrypto-3-x64.dll": "OpenSSL", "lib/libz.so.1": "zlib",
		"bin/zlib1.dll": "zlib", "bin/libintl-9.dll": "GNU libiconv and libintl", "lib/libcom_err.3.0.dylib": "MIT Kerberos",
	} {
		p, err := partOf(file{name: name})
		expect.True(t, err == nil && p.name == want, "%s belongs to %q, %v, want %s", name, p.name, err, want)
	}
	if _, err := partOf(file{name: "lib/libnew.so.1"}); err == nil || !strings.Contains(err.Error(), "libnew.so.1") {
		t.Errorf("a library whose licence nobody knows was taken: %v", err)
	}
}

func TestBillOfMaterials(t *testing.T) {
	from := source{version: "2026.11.23-abcdef12", revision: "abcdef12", day: day}
	t1 := targets[slices.IndexFunc(targets, func(t target) bool { return t.name() == "linux-amd64" })]
	crypto := []byte("xx OpenSSL 1.1.1k  25 Mar 2021 xx")
	text, err := billOfMaterials(t1, from, []module{{path: "example.org/m", version: "v1.2.3"}}, []file{{"lib/libcrypto.so.1.1", 0o644, crypto}, {"share/postgresql/postgres.bki", 0o644, nil}})
	expect.OK(t, err)
	var bom cdx.BOM
	expect.OK(t, cdx.NewBOMDecoder(bytes.NewReader(text), cdx.BOMFileFormatJSON).Decode(&bom))
	found := map[string]string{}
	for _, c := range *bom.Components {
		found[c.Name] = c.Version
	}
	row := expect.Must(pinned(t1.server))(t)
	for name, version := range map[string]string{"example.org/m": "v1.2.3", "postgresql/lib/libcrypto.so.1.1": "1.1.1k", t1.server: row.Version} {
		expect.Equal(t, found[name], version, "%s is listed as", name)
	}
	expect.True(t, found["htmx.org"] != "" && found["axe-core"] == "",
		"browser libraries in it: htmx.org %q, want its version; axe-core %q, which is for tests alone", found["htmx.org"], found["axe-core"])
	again, err := billOfMaterials(t1, from, []module{{path: "example.org/m", version: "v1.2.3"}}, []file{{"lib/libcrypto.so.1.1", 0o644, crypto}, {"share/postgresql/postgres.bki", 0o644, nil}})
	expect.True(t, err == nil && bytes.Equal(text, again), "the same materials give another bill (%v)", err)
}

func TestChoosingTargets(t *testing.T) {
	if chosen, err := choose("linux-arm64,deb-amd64"); err != nil || len(chosen) != 2 || chosen[1].ending != ".deb" {
		t.Errorf("chosen %v, %v", chosen, err)
	}
	if _, err := choose("amiga"); err == nil || !strings.Contains(err.Error(), "windows-arm64") {
		t.Errorf("%v, want the names that are known", err)
	}
	for _, target := range targets {
		if target.server == "" {
			continue
		}
		if _, err := pinned(target.server); err != nil {
			t.Errorf("%s: %v", target.name(), err)
		}
	}
}

func TestVersions(t *testing.T) {
	for _, version := range []string{"../x", "v1", "1 2"} {
		_, err := readSource(version)
		expect.True(t, err != nil, "%q was taken for a version", version)
	}
}

// A licence is the text that its sum names, from wherever it is to be had, and no other.
func TestLicenceTextsAreHeldToTheirSum(t *testing.T) {
	text := []byte("Permission is hereby granted\n")
	row := debianText{Package: "libx", Path: "usr/share/doc/libx/copyright", Sum: fmt.Sprintf("%x", sha256.Sum256(text))}
	fetched := 0
	offers := func(text []byte) func(string) ([]byte, error) {
		return func(string) ([]byte, error) {
			fetched++
			var b bytes.Buffer
			w := tar.NewWriter(&b)
			w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "./" + row.Path, Size: int64(len(text)), Mode: 0o644})
			w.Write(text)
			return b.Bytes(), w.Close()
		}
	}
	s := shelf{cache: filepath.Join(t.TempDir(), "cache"), root: t.TempDir(), fetch: offers([]byte("something else"))}
	if _, err := s.take(row); err == nil || !strings.Contains(err.Error(), "another text") {
		t.Errorf("another text was taken: %v", err)
	}
	installed := filepath.Join(s.root, filepath.FromSlash(row.Path))
	if err := os.MkdirAll(filepath.Dir(installed), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(installed, []byte("of another version"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.fetch = offers(text)
	for range 2 {
		if got, err := s.take(row); err != nil || !bytes.Equal(got, text) {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if fetched != 2 {
		t.Errorf("fetched %d times, want the wrong one and the right one once", fetched)
	}
}

// The text of each licence is given on as well.
func TestEveryPartHasALicenceRow(t *testing.T) {
	list, err := readFile("packaging/licences.json")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]debianText{}
	if err := json.Unmarshal(list, &rows); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, p := range parts {
		used[p.text] = true
		if row := rows[p.text]; row.Package == "" || row.Path == "" || len(row.Sum) != 64 {
			t.Errorf("%s: %+v", p.text, row)
		}
	}
	if len(used) != len(rows) {
		t.Errorf("%d texts for %d rows", len(used), len(rows))
	}
}

// lastMajor is the PostgreSQL of all downloads made so far.
const lastMajor = "17"

// Whoever updates Tandem on a laptop without network needs the programs of the server
// before once, to carry the data over.
func TestAnotherMajorBringsTheOneBefore(t *testing.T) {
	for _, download := range targets {
		if download.server == "" {
			continue
		}
		row, err := pinned(download.server)
		if err != nil {
			t.Fatal(err)
		}
		if major, _, _ := strings.Cut(row.Version, "."); major != lastMajor {
			t.Errorf("%s is PostgreSQL %s, and data of downloads made so far are of %s: pin that one as well, and pack it as postgresql-%s (docs/decisions/one-download.md)",
				download.server, major, lastMajor, lastMajor)
		}
	}
}
