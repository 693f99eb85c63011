// Command dist makes what people download: for every system one archive with Tandem and
// a PostgreSQL beside it, a package for Debian that uses Debian's server, their check sums
// and their bills of materials. Run it through "make dist".
//
// The same checkout, Go and pinned servers give the same bytes, on whichever machine and
// day. Nothing that was fetched is run.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	out := flag.String("out", "bin/dist", "folder for what is made; emptied first")
	version := flag.String("version", "", "version to give it (default: day and revision of the checkout)")
	only := flag.String("only", "", "make only these, separated by commas, such as linux-amd64,deb-amd64")
	server := flag.String("server", "", "only put the PostgreSQL of this system's download into this folder")
	flag.Parse()
	if *server != "" {
		if err := unpackServer(context.Background(), *server); err != nil {
			fmt.Fprintln(os.Stderr, "dist:", err)
			os.Exit(1)
		}
		return
	}
	if err := makeAll(context.Background(), *out, *version, *only); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// source is the state of the checkout that everything is made from.
type source struct {
	version  string
	revision string
	day      time.Time // of the revision; the time of every file in what is made
}

func makeAll(ctx context.Context, out, version, only string) error {
	from, err := readSource(version)
	if err != nil {
		return err
	}
	wanted, err := choose(only)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	programs, err := os.MkdirTemp("", "tandem-dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(programs)
	var sums strings.Builder
	for _, t := range wanted {
		made, err := makeOne(ctx, t, from, programs)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name(), err)
		}
		for _, f := range made {
			if err := os.WriteFile(filepath.Join(out, f.name), f.content, 0o644); err != nil {
				return err
			}
			fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.content), f.name)
			fmt.Printf("%-52s %6.1f MB\n", f.name, float64(len(f.content))/1e6)
		}
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// makeOne makes an archive and its bill of materials.
func makeOne(ctx context.Context, t target, from source, programs string) ([]file, error) {
	program, err := t.compile(from, programs)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var server []file
	if t.server != "" {
		if server, err = fetchServer(ctx, t); err != nil {
			return nil, err
		}
	}
	modules, err := modulesIn(program)
	if err != nil {
		return nil, err
	}
	licences, err := licenceTexts(modules, server)
	if err != nil {
		return nil, err
	}
	bill, err := billOfMaterials(t, from, modules, server)
	if err != nil {
		return nil, err
	}
	name := "tandem-" + from.version + "-" + t.name()
	archive, err := t.pack(t, from, contents{program: text, server: server, licences: licences, bill: bill})
	if err != nil {
		return nil, err
	}
	archive.name = cmp.Or(archive.name, name+t.ending)
	return []file{archive, {name: name + ".cdx.json", content: bill}}, nil
}

// readSource asks git. Changes that are not committed show in the version.
func readSource(version string) (source, error) {
	said, err := git("log", "-1", "--format=%H %ct")
	if err != nil {
		return source{}, err
	}
	revision, seconds, _ := strings.Cut(said, " ")
	var at int64
	if _, err := fmt.Sscan(seconds, &at); err != nil {
		return source{}, fmt.Errorf("git says %q of the last commit: %w", said, err)
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return source{}, err
	}
	s := source{version: version, revision: revision, day: time.Unix(at, 0).UTC()}
	if version == "" {
		s.version = s.day.Format("2006.01.02") + "-" + revision[:8]
		if changed != "" {
			s.version += "+changed"
		}
	}
	if strings.ContainsAny(s.version, "/ \t\n") || s.version[0] < '0' || s.version[0] > '9' {
		return source{}, fmt.Errorf("%q is no version: it has to begin with a digit and to fit into a file name", s.version)
	}
	return s, nil
}

func git(args ...string) (string, error) {
	said, err := exec.Command("git", args...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return "", fmt.Errorf("git %s (versions are made from a checkout): %w", args[0], err)
	}
	return strings.TrimSpace(string(said)), nil
}

// choose picks targets by name; none given are all.
func choose(names string) ([]target, error) {
	if names == "" {
		return targets, nil
	}
	var chosen []target
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.name() == name })
		if i < 0 {
			var known []string
			for _, t := range targets {
				known = append(known, t.name())
			}
			return nil, fmt.Errorf("there is nothing called %q to make; known are %s", name, strings.Join(known, ", "))
		}
		chosen = append(chosen, targets[i])
	}
	return chosen, nil
}
