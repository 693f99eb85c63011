package webhook

import (
	"net"
	"net/http"
	"time"
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
