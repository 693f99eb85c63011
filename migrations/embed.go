// Package migrations embeds the schema as numbered goose files. A file is never
// edited after a release; schema changes come in steps so that the previous
// release still runs beside the next.
package migrations

import "embed"

// Files holds every NNNNN_name.sql of this folder.
//
//go:embed *.sql
var Files embed.FS
