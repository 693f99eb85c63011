package desk

// Here is the address of the wall in its present view.
func (w Wall) Here() string {
	if w.View == "" {
		return w.Base + "/wall"
	}
	return w.Base + "/wall?" + w.View
}

// OtherOrder is the address of the wall in the order it does not have now.
func (w Wall) OtherOrder() string {
	if w.OldestFirst {
		return w.ByTable
	}
	return w.ByOldest
}
