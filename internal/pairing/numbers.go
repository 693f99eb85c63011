package pairing

// numberIndex finds entrants by number. Numbers are mostly 1..n, so a list serves;
// where they are scattered a map does.
type numberIndex struct {
	list   []int32 // by number; index+1, 0 = none
	sparse map[int]int
}

func newNumberIndex(people []Participant) numberIndex {
	largest := 0
	for i := range people {
		largest = max(largest, people[i].Number)
	}
	if largest <= 4*len(people)+100 {
		return numberIndex{list: make([]int32, largest+1)}
	}
	return numberIndex{sparse: make(map[int]int, len(people))}
}

func (x *numberIndex) enter(number, index int) {
	if x.sparse != nil {
		x.sparse[number] = index
		return
	}
	x.list[number] = int32(index + 1)
}

// place is the index of the entrant with a number.
func (x *numberIndex) place(number int) (index int, ok bool) {
	if x.sparse != nil {
		index, ok = x.sparse[number]
		return index, ok
	}
	if number < 0 || number >= len(x.list) || x.list[number] == 0 {
		return 0, false
	}
	return int(x.list[number]) - 1, true
}

// mustPlace is place for numbers known to exist.
func (x *numberIndex) mustPlace(number int) int {
	index, _ := x.place(number)
	return index
}
