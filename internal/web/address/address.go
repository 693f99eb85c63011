// Package address holds the addresses of the site that several rooms name. It knows nothing
// of what is found there.
package address

// The programming interface reads what everybody may read on the pages, and with
// a token does what the desk does. docs/openapi.yaml describes every address and
// field.
const API = "/api/v1"

const EmbedMaker = Event + "/embed"

const Acts = Section + "/round/:round/table/:table/match/:match/acts"

// Guides are the guides of the documentation; below it stands each by its name.
const (
	Guides       = "/guide"
	GuideOfPages = "/guide/pages" // what each page of the desk is for
)

const (
	Reference   = "/api"
	Description = "/openapi.yaml"
)

// Addresses share these stems.
const (
	Event       = "/e/:event"
	Section     = "/e/:event/:section"
	Desk        = "/e/:event/desk"
	DeskSection = "/e/:event/desk/:section"
	DeskRound   = "/e/:event/desk/:section/round/:round"
)

const OwnTeam = Event + "/team/:team/own"

const DeskMatch = DeskRound + "/table/:table/match/:match"
