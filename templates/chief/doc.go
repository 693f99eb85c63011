// Package chief draws the pages of section chiefs, the chief floor director and
// the organizer: the journal and the floor.
package chief
