// Command assets builds the browser files: it bundles and minifies scripts and
// style sheets, puts a hash of the content into each file's name, and writes
// the list of names the server embeds. Run it through "make assets".
//
// "assets fetch" puts the browser libraries that package-lock.json names into
// node_modules, "assets fetch FOLDER" those of the lock file in another folder. Building only writes static/dist and must never fetch anything;
// fetching only writes node_modules and must never run what it fetched.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the files pages link to, by their path below static. The name in
// the manifest is the file's own, so two entries may not share one.
var entries = []string{
	"js/desk.js",
	"js/public.js",
	"js/hall-screen.js",
	"js/reference.js",
	"js/embed.js",
	"js/sw.js",
	"css/public.css",
	"css/desk.css",
	"css/hall.css",
	"css/reference.css",
	"pieces/pieces.svg",
	"icons/icons.svg",
	"icons/mark.svg",
	"icons/mark.png",
}

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 0:
		err = build("static", "static/dist")
	case len(args) == 1 && args[0] == "fetch":
		err = fetch(context.Background(), ".")
	case len(args) == 2 && args[0] == "fetch":
		err = fetch(context.Background(), args[1])
	default:
		err = errors.New("call it as \"assets\" to build static/dist or as \"assets fetch\" to fill node_modules, \"assets fetch FOLDER\" to fill FOLDER/node_modules")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

// build bundles the entries of folder static into folder dist.
func build(static, dist string) error {
	root, err := filepath.Abs(static)
	if err != nil {
		return err
	}
	dist, err = filepath.Abs(dist)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(root), "node_modules", "htmx.org")); err != nil {
		return errors.New("the browser libraries are not installed. Run: make assets")
	}
	if err := clean(dist); err != nil {
		return err
	}
	var points []string
	for _, e := range entries {
		points = append(points, filepath.Join(root, e))
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:       points,
		EntryNames:        "[name]-[hash]",
		Outdir:            dist,
		AbsWorkingDir:     root,
		Bundle:            true,
		Write:             true,
		Metafile:          true,
		Format:            api.FormatIIFE,
		Engines:           oldest,
		Charset:           api.CharsetUTF8,
		Loader:            map[string]api.Loader{".svg": api.LoaderCopy, ".png": api.LoaderCopy},
		LegalComments:     api.LegalCommentsEndOfFile,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LogLevel:          api.LogLevelWarning,
		Plugins:           []api.Plugin{drawings, windows},
	})
	if len(result.Errors) > 0 {
		return fmt.Errorf("%d errors (see above)", len(result.Errors))
	}
	return writeManifest(dist, result.Metafile)
}

// drawings makes files of the drawings that a library keeps inside its style sheet:
// the pages' policy loads pictures from files alone.
var drawings = api.Plugin{Name: "drawings", Setup: func(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: "^data:image/svg"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		name := sha256.Sum256([]byte(args.Path))
		return api.OnResolveResult{Path: "drawing-" + hex.EncodeToString(name[:4]) + ".svg", Namespace: "drawing", PluginData: args.Path}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "drawing"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		head, data, _ := strings.Cut(args.PluginData.(string), ",")
		if strings.HasSuffix(head, ";base64") {
			svg, err := base64.StdEncoding.DecodeString(data)
			text := string(svg)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderFile}, err
		}
		svg, err := url.PathUnescape(data)
		return api.OnLoadResult{Contents: &svg, Loader: api.LoaderFile}, err
	})
}}

// clean removes what an earlier build left; the .gitkeep that lets a bare clone
// compile stays.
func clean(dist string) error {
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	old, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, e := range old {
		if e.Name() == ".gitkeep" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dist, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// writeManifest maps each entry's name to that of its built file.
func writeManifest(dist, metafile string) error {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string         `json:"entryPoint"`
			Inputs     map[string]any `json:"inputs"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return fmt.Errorf("reading the list of built files: %w", err)
	}
	manifest := map[string]string{}
	for output, m := range meta.Outputs {
		source := m.EntryPoint
		if source == "" { // a copied file is not called an entry, but has one input
			for input := range m.Inputs {
				source = input
			}
		}
		manifest[filepath.Base(source)] = filepath.Base(output)
	}
	for _, e := range entries {
		if name := filepath.Base(e); manifest[name] == "" {
			return fmt.Errorf("%s was not built; built are %s", name, strings.Join(slices.Sorted(maps.Keys(manifest)), ", "))
		}
	}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dist, "manifest.json"), append(text, '\n'), 0o644)
}
