package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestFirstIsTheProblemNotedFirst(t *testing.T) {
	var form fault.Form
	for _, field := range []string{"name", "login", "password", "zone", "age", "name"} {
		form.Add(field, "%s is wrong", field)
	}
	for range 20 {
		field, problem, ok := fault.First(fmt.Errorf("enter: %w", form.Err()))
		expect.MustTrue(t, field == "name" && problem == "name is wrong" && ok, "first is %q, %q, %v", field, problem, ok)
	}
	if field, problem, ok := fault.First(fault.Field("login", "taken")); field != "login" || problem != "taken" || !ok {
		t.Errorf("the only one is %q, %q, %v", field, problem, ok)
	}
	if _, _, ok := fault.First(fault.New(fault.Conflict, "no field")); ok {
		t.Error("a fault without fields has a first one")
	}
}

// A page that was not refused shows no message.
func TestNoErrorSaysNothing(t *testing.T) {
	t.Parallel()
	expect.Equal(t, fault.Message(nil)+fault.MessageIn(nil, fmt.Sprintf), "", "without an error the message")
}

// A name that ends with a full stop ends the sentence, for programs and in records too.
func TestARefusalHasOneFullStop(t *testing.T) {
	t.Parallel()
	const sentence = "There is no room for %s."
	name := "Ada A. / Ben C."
	var form fault.Form
	form.Add("team", sentence, name)
	for what, err := range map[string]error{
		"a refusal": fault.New(fault.Conflict, sentence, name), "one with a cause": fault.Wrap(fault.Conflict, errors.New("full"), sentence, name),
		"a field": form.Err(), "a clause": fault.New(fault.Conflict, sentence, fault.Part("%s", name)),
	} {
		said := fault.Message(err)
		if _, problem, ok := fault.First(err); ok {
			said = problem
		}
		expect.Equal(t, said, "There is no room for Ada A. / Ben C.", "%s", what)
	}
	expect.Equal(t, fault.Part("%s waits.", name).String(), "Ada A. / Ben C. waits.", "a name amid a sentence")
}
