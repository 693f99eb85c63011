package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/npmlock"
)

// part is a piece of software that lies among a server's files under its own licence.
type part struct {
	files   *regexp.Regexp // their names, in small letters without folder
	name    string
	licence string         // by SPDX
	text    string         // its row in packaging/licences.json
	version *regexp.Regexp // finds the version in a file, may be nil
}

// parts has a row for every program and library that may lie beside Tandem. One without a
// row is not given on.
var parts = []part{
	{regexp.MustCompile(`^(postgres|initdb)(\.exe)?$|^libpq\.|^(plpgsql|dict_snowball)\.`), "PostgreSQL", "PostgreSQL", "postgresql.txt", nil},
	{regexp.MustCompile(`^(libicu|icu)(data|i18n|uc|dt|in)`), "ICU", "ICU", "icu.txt", nil},
	{regexp.MustCompile(`^lib(ssl|crypto)\.so\.1\.1$`), "OpenSSL", "OpenSSL", "openssl-1.1.txt", regexp.MustCompile(`OpenSSL (1\.1\.\d\w*) `)},
	{regexp.MustCompile(`^lib(ssl|crypto)[.-]3`), "OpenSSL", "Apache-2.0", "apache-2.0.txt", regexp.MustCompile(`OpenSSL (3\.\d+\.\d+) `)},
	{regexp.MustCompile(`^libxml2\.`), "libxml2", "MIT", "libxml2.txt", nil},
	{regexp.MustCompile(`^(libz\.|zlib1\.)`), "zlib", "Zlib", "zlib.txt", regexp.MustCompile(`deflate (\d[.\d]+) Copyright`)},
	{regexp.MustCompile(`^liblzma\.`), "liblzma", "LicenseRef-public-domain", "xz.txt", nil},
	{regexp.MustCompile(`^liblz4\.`), "lz4", "BSD-2-Clause", "lz4.txt", nil},
	{regexp.MustCompile(`^libzstd\.`), "zstd", "BSD-3-Clause", "zstd.txt", nil},
	{regexp.MustCompile(`^lib(krb5|k5crypto|gssapi_krb5|krb5support|com_err)\.`), "MIT Kerberos", "MIT", "krb5.txt", nil},
	{regexp.MustCompile(`^lib(iconv|intl)[.-]`), "GNU libiconv and libintl", "LGPL-2.1-or-later", "lgpl-2.1.txt", nil},
	{regexp.MustCompile(`^libwinpthread-`), "winpthreads", "MIT AND BSD-3-Clause", "winpthreads.txt", nil},
}

// partOf is whose file of a server a file is; data has none of its own.
func partOf(f file) (part, error) {
	if strings.HasPrefix(f.name, "share/") {
		return parts[0], nil
	}
	for _, p := range parts {
		if p.files.MatchString(strings.ToLower(path.Base(f.name))) {
			return p, nil
		}
	}
	return part{}, fmt.Errorf("%s lies among the server's files, and nobody has looked at its licence: give it a row in cmd/dist/licences.go", f.name)
}

// module is a Go module inside the program.
type module struct {
	path, version, folder string
}

// modulesIn reads from a program of ours what it was built from.
func modulesIn(program string) ([]module, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var modules []module
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		modules = append(modules, module{path: d.Path, version: d.Version})
	}
	return withFolders(modules)
}

// withFolders finds where Go keeps the modules.
func withFolders(modules []module) ([]module, error) {
	args := []string{"list", "-m", "-json"}
	for _, m := range modules {
		args = append(args, m.path+"@"+m.version)
	}
	said, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("asking Go for its modules: %w", err)
	}
	folders := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(said))); d.More(); {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); err != nil {
			return nil, err
		}
		folders[m.Path] = m.Dir
	}
	for i := range modules {
		modules[i].folder = folders[modules[i].path]
	}
	return modules, nil
}

// licenceTexts are the licences of everything in an archive.
func licenceTexts(modules []module, server []file) ([]file, error) {
	tandem, err := licencesOfTandem(modules)
	if err != nil {
		return nil, err
	}
	files := []file{{"tandem.txt", 0o644, tandem}}
	var about strings.Builder
	seen := map[string]bool{}
	for _, f := range server {
		p, err := partOf(f)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(f.name, "share/") {
			continue
		}
		fmt.Fprintf(&about, "%-40s %-26s %-24s %s\n", f.name, p.name, p.licence, p.text)
		if seen[p.text] {
			continue
		}
		seen[p.text] = true
		text, err := licenceText(p.text)
		if err != nil {
			return nil, err
		}
		files = append(files, file{p.text, 0o644, text})
	}
	if len(server) > 0 {
		head, err := readFile("packaging/about-the-server.txt")
		if err != nil {
			return nil, err
		}
		files = append(files, file{"about-the-server.txt", 0o644, append(head, about.String()...)})
	}
	return files, nil
}

// licencesOfTandem is one text: Tandem's own, Go's, those of its modules and of the
// browser libraries in its pages.
func licencesOfTandem(modules []module) ([]byte, error) {
	var text strings.Builder
	add := func(title, folder string) error {
		names, err := licenceFiles(folder)
		if err != nil {
			return fmt.Errorf("%s: %w", title, err)
		}
		fmt.Fprintf(&text, "==== %s\n\n", title)
		for _, name := range names {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				return err
			}
			text.Write(content)
			text.WriteString("\n")
		}
		return nil
	}
	if err := add("Tandem", "."); err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking Go for its folder: %w", err)
	}
	if err := add("Go "+strings.TrimPrefix(runtime.Version(), "go"), strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := add(m.path+" "+m.version, m.folder); err != nil {
			return nil, err
		}
	}
	libraries, err := browserLibraries()
	if err != nil {
		return nil, err
	}
	for _, l := range libraries {
		if err := add(l.Called()+" "+l.Version, filepath.FromSlash(l.Folder)); err != nil {
			return nil, err
		}
	}
	return []byte(text.String()), nil
}

// browserLibraries are those of package-lock.json that pages may hold: what is for tests
// alone is marked there.
func browserLibraries() ([]npmlock.Library, error) {
	text, err := readFile("package-lock.json")
	if err != nil {
		return nil, err
	}
	all, err := npmlock.Read(text)
	return slices.DeleteFunc(all, func(l npmlock.Library) bool { return l.Dev }), err
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

func licenceFiles(folder string) ([]string, error) {
	if folder == "" {
		return nil, errors.New("it is not in Go's folder of modules: go mod download")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && licenceName.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no file with its licence", folder)
	}
	return names, nil
}
