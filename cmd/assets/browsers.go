package main

import (
	"os"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"
)

// oldest are the browsers that Tandem still works in, those of 2022 and 2023: phones and laptops that
// get no newer one come to tournaments as well. Syntax that they lack is written in words that they
// know; what else they lack, scripts and style sheets do without, or ask for first.
var oldest = []api.Engine{
	{Name: api.EngineChrome, Version: "109"},
	{Name: api.EngineEdge, Version: "109"},
	{Name: api.EngineFirefox, Version: "121"},
	{Name: api.EngineIOS, Version: "15.4"},
	{Name: api.EngineSafari, Version: "15.4"},
}

// above is a window wider than a width, alone or up to another.
var above = regexp.MustCompile(`\((?:width > (\d+)px|(\d+)px < width <= (\d+)px)\)`)

// windows writes conditions on windows above a width as Safari before 16.4 reads them: esbuild makes
// "not (max-width: 900px)" of them, which is newer. No window is a fiftieth of a pixel wider.
var windows = api.Plugin{Name: "windows", Setup: func(build api.PluginBuild) {
	build.OnLoad(api.OnLoadOptions{Filter: `[/\\]static[/\\]css[/\\][^/\\]*\.css$`}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		sheet, err := os.ReadFile(args.Path)
		text := above.ReplaceAllStringFunc(string(sheet), func(condition string) string {
			found := above.FindStringSubmatch(condition)
			if found[1] != "" {
				return "(min-width: " + found[1] + ".02px)"
			}
			return "(min-width: " + found[2] + ".02px) and (max-width: " + found[3] + "px)"
		})
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, err
	})
}}
