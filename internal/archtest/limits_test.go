package archtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// unlimited are arguments of commands that need no limit, with the reason.
var unlimited = map[string]string{
	"Accept 1": "hashed", "Identify 1": "hashed", "IdentifyProgram 1": "hashed", "Invitation 1": "hashed", "Join 1": "hashed", "SignInByCode 4": "hashed", "UsedBy 1": "hashed",
	"Join 2":    "the link is looked up before anything else, then the person is checked as in Create",
	"CarryOn 3": "cut off where it is kept", "CarryOn 4": "cut off where it is kept",
	"Join 3": "cut off where it is kept", "Join 4": "cut off where it is kept", "SignInByCode 2": "cut off where it is kept", "SignInByCode 3": "cut off where it is kept",
	"Create 2": "given by the program", "Found 4": "given by the program", "ResetPassword 1": "only looked up",
}

// ownMaking are arguments that the program itself makes: who acts, and what is known of him.
// The reason and the key of a command are checked where all commands are carried out.
var ownMaking = []reflect.Type{
	reflect.TypeFor[journal.Command](), reflect.TypeFor[journal.Actor](), reflect.TypeFor[access.Actor](), reflect.TypeFor[account.Identity](), reflect.TypeFor[account.Account](),
	reflect.TypeFor[tournament.Feed](), reflect.TypeFor[time.Time](),
}

// TestEveryTextOfEveryCommandHasALimit gives each text of each command a million
// letters, one at a time, and wants it refused by name before anything is read or
// written: the services have no store here.
func TestEveryTextOfEveryCommandHasALimit(t *testing.T) {
	t.Parallel()
	tried := 0
	for _, service := range []any{founding.NewService(nil), tournament.NewService(nil), dispute.NewService(nil), account.NewService(nil, nil)} {
		for i := range reflect.TypeOf(service).NumMethod() {
			tried += refusesTexts(t, reflect.TypeOf(service).Method(i).Name, reflect.ValueOf(service).Method(i))
		}
	}
	expect.True(t, tried >= 100, "only %d texts of commands were found", tried)
}

// refusesTexts calls a command once for each text of its arguments.
func refusesTexts(t *testing.T, name string, call reflect.Value) (tried int) {
	t.Helper()
	for n := 1; n < call.Type().NumIn(); n++ { // the first is the context
		var all maker
		all.make(call.Type().In(n), "", "")
		for _, at := range all.texts {
			tried++
			if unlimited[fmt.Sprintf("%s %d", name, n)] != "" {
				continue
			}
			in := []reflect.Value{reflect.ValueOf(t.Context())}
			for k := 1; k < call.Type().NumIn(); k++ {
				pick := maker{pick: at}
				if k != n {
					pick.pick = "none"
				}
				in = append(in, pick.make(call.Type().In(k), "", ""))
			}
			expect.Equal(t, refusal(call, in, at), "", "%s, argument %d, %q", name, n, at)
		}
	}
	return tried
}

// refusal says what is wrong with the answer to a text that is too long, "" for nothing.
func refusal(call reflect.Value, in []reflect.Value, at string) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = "it is let through to the store"
		}
	}()
	do := call.Call
	if call.Type().IsVariadic() {
		do = call.CallSlice
	}
	out := do(in)
	err, _ := out[len(out)-1].Interface().(error)
	if err == nil {
		return "it is accepted"
	}
	for field, said := range fault.Fields(err) {
		// An argument alone has no name here; a command may stand within its form.
		named := at == "" || strings.HasSuffix("."+at, "."+field) || strings.HasSuffix("."+field, "."+at)
		if named && strings.Contains(said, "Use at most") {
			return ""
		}
	}
	return fmt.Sprintf("it is refused by %q with the fields %v", err, fault.Fields(err))
}

// maker makes values that have one of everything. It lists the places of their texts
// and makes the one it was told to pick far too long.
type maker struct {
	pick  string
	texts []string
}

var tooLong = strings.Repeat("x", 1<<20)

func (m *maker) make(kind reflect.Type, path, tag string) reflect.Value {
	v := reflect.New(kind).Elem()
	if tag == "-" || slices.Contains(ownMaking, kind) || strings.Count(path, ".") > 6 {
		return v
	}
	switch kind.Kind() {
	case reflect.String:
		if m.texts = append(m.texts, path); path == m.pick {
			v.SetString(tooLong)
		}
	case reflect.Pointer:
		v.Set(m.make(kind.Elem(), path, tag).Addr())
	case reflect.Slice:
		if kind.Elem().Kind() == reflect.Uint8 {
			if kind.Name() == "RawMessage" {
				if m.texts = append(m.texts, path); path == m.pick {
					v.SetBytes([]byte(tooLong))
				}
			}
			return v
		}
		v.Set(reflect.Append(v, m.make(kind.Elem(), join(path, "0"), tag)))
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(m.make(kind.Elem(), join(path, fmt.Sprint(i)), tag))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(kind))
		key := reflect.New(kind.Key()).Elem()
		if key.Kind() == reflect.String {
			key.SetString("x")
		}
		held := kind.Elem()
		if held.Kind() == reflect.Interface { // the words of an act
			held = reflect.TypeFor[string]()
		}
		v.SetMapIndex(key, m.make(held, join(path, fmt.Sprint(key.Interface())), tag))
	case reflect.Struct:
		for i := range kind.NumField() {
			field := kind.Field(i)
			if !field.IsExported() {
				continue
			}
			at := path
			if !field.Anonymous {
				name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
				if name == "" || name == "-" {
					name = snake(field.Name)
				}
				at = join(path, name)
			}
			v.Field(i).Set(m.make(field.Type, at, field.Tag.Get("limit")))
		}
	}
	return v
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

// snake writes a name as JSON has it.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if upper := r >= 'A' && r <= 'Z'; upper && i > 0 && (name[i-1] >= 'a' || i+1 < len(name) && name[i+1] >= 'a') {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}
