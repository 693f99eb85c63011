// Package docs gives the program the pages of the documentation that it serves itself:
// the description of its programming interface, and the guides with their pictures. It
// must hold nothing else.
package docs

import "embed"

// OpenAPI is the description of the programming interface, OpenAPI 3.1 as YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

// Guides are the guides for people, in English; the folder of a language has the chapters
// that there are in it, under the same file names.
//
//go:embed players.md directors.md chiefs.md tie-breaks.md operators.md
//go:embed de/*.md fr/*.md es/*.md cs/*.md
//go:embed img/*.png
var Guides embed.FS
