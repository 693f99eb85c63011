// Package docs gives the program the one page of the documentation that it serves
// itself: the description of its programming interface. It must hold nothing else.
package docs

import _ "embed"

// OpenAPI is the description of the programming interface, OpenAPI 3.1 as YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte
