package static

import _ "embed"

// Pieces is the sprite of the piece drawings, for pictures that must stand alone.
//
//go:embed pieces/pieces.svg
var Pieces string
