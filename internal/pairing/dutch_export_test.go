package pairing

// DutchWhole pairs a round by matching alone, without any shortcut.
func DutchWhole(t *Tournament) (*Draft, error) {
	return dutchWith(t, func(d *dutch) { d.whole = true })
}

// DutchQuick tries every bracket with that many residents without matching first.
func DutchQuick(t *Tournament, smallest int) (*Draft, error) {
	return dutchWith(t, func(d *dutch) { d.smallest = smallest })
}

func dutchWith(t *Tournament, change func(*dutch)) (*Draft, error) {
	f, err := newField(Dutch, t, t.softWishes())
	if err != nil {
		return nil, err
	}
	d := newDutch(f)
	change(d)
	return d.pair()
}
