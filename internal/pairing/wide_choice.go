package pairing

// chooseRows settles, among the matchings of largest weight, the partner of each
// row in order, several rows at a time: the first in the list of partners is worth
// most. The decision bits, below all weights, must be clear. The matching must be
// solved before, and is afterwards; each row is left no other partner.
func (m *weighted) chooseRows(rows, partners []int) {
	if len(partners) == 0 {
		return
	}
	width := digit(len(partners))
	batch := max(1, choiceBits/int(width))
	for len(rows) > 0 {
		now := rows[:min(batch, len(rows))]
		rows = rows[len(now):]
		bonus := func(sign int64) {
			for i, u := range now {
				for j, v := range partners {
					m.add(u, v, uint(len(now)-1-i)*width, sign*int64(len(partners)-j))
				}
			}
		}
		bonus(1)
		m.solve()
		bonus(-1)
		for _, u := range now {
			m.fixPair(u, m.mate[u])
		}
	}
}

// fixPair leaves two vertices no other partner.
func (m *weighted) fixPair(u, v int) {
	for w := range m.n {
		if w != v {
			m.remove(u, w)
		}
		if w != u {
			m.remove(v, w)
		}
	}
}
