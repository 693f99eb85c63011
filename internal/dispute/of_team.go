package dispute

// OfTeam is what a team may know of disputes: everything about its own matches, and its
// own penalties; each list newest first.
type OfTeam struct {
	Listing
	Penalties []Penalty
}
