package archtest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// secrets are the commands that answer with a secret or a code, of a session, a link or a
// program.
var secrets = []string{"CarryOn", "Invite", "Join", "NewSignInCode", "OpenToken", "SignIn", "SignInByCode"}

// What a service tells people is a sentence with its parts, or an error: a text that is put
// together there is said in English to everybody.
func TestServicesAnswerInSentences(t *testing.T) {
	t.Parallel()
	for _, service := range []any{founding.NewService(nil), tournament.NewService(nil), dispute.NewService(nil), account.NewService(nil, nil)} {
		for i := range reflect.TypeOf(service).NumMethod() {
			method := reflect.TypeOf(service).Method(i)
			for n := range method.Type.NumOut() {
				text := method.Type.Out(n) == reflect.TypeFor[string]()
				expect.True(t, !text || slices.Contains(secrets, method.Name), "%v.%s answers with a text: use fault.Clause", method.Type.In(0), method.Name)
			}
		}
	}
}
