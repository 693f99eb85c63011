package matching

import "math"

// Transport solves a small transportation problem: supply[i] units in row i,
// demand[j] units in column j (equal sums), cost[i][j] per unit. It returns the
// least total cost, a cheapest plan, and which cells are tight: those an optimal
// plan may use. By complementary slackness a plan is optimal exactly if it uses
// tight cells only.
//
// Successive shortest paths; rows and columns are kinds of teams, so there are
// only a handful of them, however many teams.
func Transport(supply, demand []int, cost [][]int64) (total int64, plan [][]int, tight [][]bool) {
	n := len(supply)
	t := &transportPlan{
		n: n, cost: cost, flow: make([][]int, n), row: make([]int64, n), col: make([]int64, n),
		viaCol: make([]int, n), viaRow: make([]int, n),
	}
	for i := range n {
		t.flow[i] = make([]int, n)
	}
	supply, demand = append([]int(nil), supply...), append([]int(nil), demand...)
	for {
		for i := range n {
			t.row[i], t.col[i] = math.MaxInt64, math.MaxInt64
			if supply[i] > 0 {
				t.row[i], t.viaCol[i] = 0, -1
			}
		}
		t.relax()
		end := -1
		for j := range n {
			if demand[j] > 0 && t.col[j] < math.MaxInt64 && (end < 0 || t.col[j] < t.col[end]) {
				end = j
			}
		}
		if end < 0 {
			break
		}
		total += t.push(end, supply, demand)
	}
	tight = make([][]bool, n)
	clear(t.row)
	for j := range n {
		t.col[j] = math.MaxInt64
	}
	t.relax()
	for i := range n {
		tight[i] = make([]bool, n)
		for j := range n {
			tight[i][j] = cost[i][j]+t.row[i] == t.col[j]
		}
	}
	return total, t.flow, tight
}

type transportPlan struct {
	n              int
	cost           [][]int64
	flow           [][]int
	row, col       []int64 // distances in the residual graph
	viaCol, viaRow []int   // where the shortest path came from
}

// relax computes shortest distances in the residual graph (Bellman and Ford).
func (t *transportPlan) relax() {
	for changed := true; changed; {
		changed = false
		for i := range t.n {
			if t.row[i] == math.MaxInt64 {
				continue
			}
			for j := range t.n {
				if d := t.row[i] + t.cost[i][j]; d < t.col[j] {
					t.col[j], t.viaRow[j], changed = d, i, true
				}
			}
		}
		for j := range t.n {
			if t.col[j] == math.MaxInt64 {
				continue
			}
			for i := range t.n {
				if t.flow[i][j] > 0 && t.col[j]-t.cost[i][j] < t.row[i] {
					t.row[i], t.viaCol[i], changed = t.col[j]-t.cost[i][j], j, true
				}
			}
		}
	}
}

// push sends as much as possible along the shortest path to a column.
func (t *transportPlan) push(end int, supply, demand []int) (cost int64) {
	amount := demand[end]
	for j := end; ; {
		i := t.viaRow[j]
		if t.viaCol[i] < 0 {
			amount = min(amount, supply[i])
			break
		}
		j = t.viaCol[i]
		amount = min(amount, t.flow[i][j])
	}
	demand[end] -= amount
	for j := end; ; {
		i := t.viaRow[j]
		t.flow[i][j] += amount
		cost += int64(amount) * t.cost[i][j]
		if t.viaCol[i] < 0 {
			supply[i] -= amount
			return cost
		}
		j = t.viaCol[i]
		t.flow[i][j] -= amount
		cost -= int64(amount) * t.cost[i][j]
	}
}
