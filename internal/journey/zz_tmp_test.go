package journey_test

import "testing"

func TestZZ(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	p := v.visitor(desktop)
	p.url = "http://127.0.0.1:8097"
	p.signIn("demo.organizer", "knights drop in pairs")
	p.open("/e/cup-day/desk/rotating/teams")
	p.shoot("players")
	p.open("/e/cup-day/desk/rotating/round/1/pair")
	p.shoot("bench")
}
