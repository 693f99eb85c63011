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

// Words tells why a delivery failed.
var Words = words
