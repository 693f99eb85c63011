package web

// RouteKeys lists the route table as "METHOD path" for the permission matrix.
func (s *Server) RouteKeys() []string {
	var keys []string
	for _, r := range s.routes() {
		keys = append(keys, r.method+" "+r.path)
	}
	return keys
}

// ClientAddress finds out where a request came from.
var ClientAddress = clientAddress
