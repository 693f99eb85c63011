package dispute

// Selection says whose incidents are listed; the zero value means the whole event.
type Selection struct {
	SectionID int64   // of one section, with those away from a table
	Matches   []int64 // of these matches; they go before the section
}

// Listing is incidents with their rulings and appeals, each newest first and at most
// 5000. Rulings come without remedies.
type Listing struct {
	Incidents []Incident
	Rulings   []Ruling
	Appeals   []Appeal
}
