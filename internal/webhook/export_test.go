package webhook

import (
	"net"
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// NewTestClient is NewClient with names looked up elsewhere and less patience.
func NewTestClient(names *net.Resolver, private bool, patience time.Duration) *http.Client {
	return newClient(&net.Dialer{Resolver: names}, private, patience)
}

// RefusePrivate sees the address of each connection.
var RefusePrivate = refusePrivate

// SetSignature signs a notice.
var SetSignature = sign

// SideBySide is how many hooks a node serves at once.
const SideBySide = sideBySide

// Words tells why a delivery failed.
var Words = words

// Tells is the notice that a hook of these kinds gets of a journal entry.
func Tells(e journal.Entry, kinds ...string) (Notice, bool) {
	return Hook{Event: "lake", Kinds: kinds}.notice(e)
}
