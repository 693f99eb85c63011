package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"
)

// inOrder sorts files by name; two of one name are an error.
func inOrder(files []file) ([]file, error) {
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	for i := 1; i < len(files); i++ {
		if files[i].name == files[i-1].name {
			return nil, fmt.Errorf("%s is there twice", files[i].name)
		}
	}
	return files, nil
}

// tarred makes a tar.gz of files that belong to root and are all of one time.
func tarred(files []file, at time.Time) ([]byte, error) {
	files, err := inOrder(files)
	if err != nil {
		return nil, err
	}
	var archive bytes.Buffer
	packed, err := gzip.NewWriterLevel(&archive, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	folders := map[string]bool{".": true}
	for _, f := range files {
		for _, folder := range foldersOf(f.name) {
			if folders[folder] {
				continue
			}
			folders[folder] = true
			if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: folder + "/", Mode: 0o755, ModTime: at, Format: tar.FormatPAX, Uname: "root", Gname: "root"}); err != nil {
				return nil, err
			}
		}
		head := tar.Header{Typeflag: tar.TypeReg, Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatPAX, Uname: "root", Gname: "root"}
		if err := w.WriteHeader(&head); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	return archiveBytes(&archive, w.Close(), packed.Close())
}

func archiveBytes(archive *bytes.Buffer, errs ...error) ([]byte, error) {
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return archive.Bytes(), nil
}

// foldersOf are the folders above a file, the outermost first.
func foldersOf(name string) []string {
	var all []string
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		all = append(all, dir)
	}
	slices.Reverse(all)
	return all
}

// zipped makes a zip of files that are all of one time.
func zipped(files []file, at time.Time) ([]byte, error) {
	files, err := inOrder(files)
	if err != nil {
		return nil, err
	}
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestCompression) })
	for _, f := range files {
		head := zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		head.SetMode(f.mode)
		to, err := w.CreateHeader(&head)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.content); err != nil {
			return nil, err
		}
	}
	return archiveBytes(&archive, w.Close())
}

// arArchive is the container of Debian's packages (deb(5)): each member has a line of
// sixty letters before it and begins at an even place.
func arArchive(members []file, at time.Time) []byte {
	var archive bytes.Buffer
	archive.WriteString("!<arch>\n")
	for _, m := range members {
		fmt.Fprintf(&archive, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", m.name, at.Unix(), 0, 0, "100644", len(m.content))
		archive.Write(m.content)
		if len(m.content)%2 == 1 {
			archive.WriteString("\n")
		}
	}
	return archive.Bytes()
}

// packDebian makes a package that needs Debian's own server, whose updates are Debian's.
func packDebian(t target, from source, c contents) (file, error) {
	files, err := templates(from, map[string]string{"tandem.desktop": "usr/share/applications/tandem.desktop"})
	if err != nil {
		return file{}, err
	}
	mark, err := readFile("static/icons/mark.svg")
	if err != nil {
		return file{}, err
	}
	files = append(files,
		file{"usr/bin/tandem", 0o755, c.program},
		file{"usr/share/icons/hicolor/scalable/apps/tandem.svg", 0o644, mark},
		file{"usr/share/doc/tandem/sbom.cdx.json", 0o644, c.bill},
	)
	for _, f := range c.licences {
		name := "licences/" + f.name
		if f.name == "tandem.txt" {
			name = "copyright"
		}
		files = append(files, file{"usr/share/doc/tandem/" + name, 0o644, f.content})
	}
	size := 0
	for _, f := range files {
		size += len(f.content)
	}
	data, err := tarred(files, from.day)
	if err != nil {
		return file{}, err
	}
	version := strings.ReplaceAll(from.version, "+changed", "~changed") // sorts before the commit it came from
	about, err := templates(source{version: version}, map[string]string{"debian-control": "control"})
	if err != nil {
		return file{}, err
	}
	about[0].content = []byte(strings.NewReplacer("{processor}", t.processor, "{kilobytes}", fmt.Sprint(size>>10)).Replace(string(about[0].content)))
	control, err := tarred(about, from.day)
	if err != nil {
		return file{}, err
	}
	archive := arArchive([]file{
		{name: "debian-binary", content: []byte("2.0\n")},
		{name: "control.tar.gz", content: control},
		{name: "data.tar.gz", content: data},
	}, from.day)
	return file{name: "tandem_" + version + "_" + t.processor + ".deb", content: archive}, nil
}
