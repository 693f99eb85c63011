// Package hammer gives a fuzz target far more inputs than Go's own engine can: it
// watches no coverage and starts no processes, it only changes the target's seeds at
// random, some million times a minute. The two belong together: the engine finds new
// ways into a reader, the hammer beats on the ways that are known. Only tests may
// import it, and it must never decide what is right: that is the target's own word.
package hammer

import (
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"
)

// Lasts is the environment variable that says how long each seed of a target is
// changed and tried again, such as 2s. Without it a target runs as Go runs it.
const Lasts = "TANDEM_HAMMER"

// Fuzz is f.Fuzz, and under TANDEM_HAMMER follows each seed with its changes. The log of
// each seed says how many: "hammered 812345 times". What fails is in the log as well.
func Fuzz(f *testing.F, target any) {
	f.Helper()
	each, err := time.ParseDuration(os.Getenv(Lasts))
	if err != nil {
		f.Fuzz(target)
		return
	}
	call := reflect.ValueOf(target)
	known := make([][]reflect.Value, call.Type().NumIn()) // by argument, the seeds and changes to start from
	chance := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	f.Fuzz(reflect.MakeFunc(call.Type(), func(in []reflect.Value) []reflect.Value {
		t := in[0].Interface().(*testing.T)
		call.Call(in)
		for i, v := range in[1:] {
			known[i+1] = append(known[i+1], v)
		}
		n := 0
		defer func() {
			if n++; t.Failed() {
				for _, v := range in[1:] {
					t.Logf("the input was %#q", v.Interface())
				}
			}
			t.Logf("hammered %d times", n)
		}()
		for end := time.Now().Add(each); n%64 != 0 || time.Now().Before(end); n++ {
			in = append(in[:1:1], changed(chance, known)...)
			if call.Call(in); t.Failed() {
				return nil
			}
		}
		return nil
	}).Interface())
}

// mostKnown bounds what is kept of one argument to start from.
const mostKnown = 512

// changed draws arguments and changes them. Now and then a change is kept, so that the
// walk leads away from the seeds.
func changed(chance *rand.Rand, known [][]reflect.Value) []reflect.Value {
	args := make([]reflect.Value, 0, len(known)-1)
	for i := 1; i < len(known); i++ {
		from := known[i][chance.IntN(len(known[i]))]
		other := known[i][chance.IntN(len(known[i]))]
		v := change(chance, from, other)
		switch {
		case chance.IntN(256) > 0:
		case len(known[i]) < mostKnown:
			known[i] = append(known[i], v)
		default:
			known[i][chance.IntN(mostKnown)] = v
		}
		args = append(args, v)
	}
	return args
}

// change is a value of the same type as from: any number, or a text that is from with up
// to four places changed, among them pieces of other.
func change(chance *rand.Rand, from, other reflect.Value) reflect.Value {
	to := reflect.New(from.Type()).Elem()
	switch from.Kind() {
	case reflect.String:
		to.SetString(string(text(chance, []byte(from.String()), []byte(other.String()))))
	case reflect.Slice:
		to.SetBytes(text(chance, append([]byte(nil), from.Bytes()...), other.Bytes()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		to.SetUint(chance.Uint64() & (1<<from.Type().Bits() - 1))
	default:
		panic("hammer: a target with an argument of type " + from.Type().String())
	}
	return to
}

// text changes one to four places of b.
func text(chance *rand.Rand, b, other []byte) []byte {
	for range 1 + chance.IntN(4) {
		at := chance.IntN(len(b) + 1)
		to := min(len(b), at+1+chance.IntN(8))
		switch chance.IntN(7) {
		case 0: // another letter
			if at < len(b) {
				b[at] = byte(32 + chance.IntN(95))
			}
		case 1: // any byte
			if at < len(b) {
				b[at] = byte(chance.Uint32())
			}
		case 2: // one bit
			if at < len(b) {
				b[at] ^= 1 << chance.IntN(8)
			}
		case 3: // something left out
			b = append(b[:at], b[to:]...)
		case 4: // something twice
			b = append(b[:to:to], b[at:]...)
		case 5: // something put in
			b = append(b[:at:at], append([]byte{byte(32 + chance.IntN(95))}, b[at:]...)...)
		case 6: // a piece of another seed instead of what stands there
			if len(other) > 0 {
				start := chance.IntN(len(other))
				piece := other[start:min(len(other), start+1+chance.IntN(32))]
				b = append(b[:at:at], append(append([]byte(nil), piece...), b[to:]...)...)
			}
		}
	}
	return b
}
