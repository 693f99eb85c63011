package ruling

import "github.com/tandemchess/tandem/internal/bughouse"

// Men counts the men before the timeline and after the ruling, for tests.
func Men(in Incident) (before, after bughouse.Inventory) {
	o := evaluate(&in, &reading{book: in.Book})
	return o.f.found(), o.f.inventory()
}
