package desktop

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// However a press and the start that it asks for meet, the page ends with what is: a Tandem
// that runs is not forgotten by an answer that comes late, and no press is lost. The presses
// go to the handler itself, which is fast enough for every order to come about.
func TestAPressAndItsStart(t *testing.T) {
	t.Parallel()
	assets := expect.Must(static.LoadFrom(fstest.MapFS{"manifest.json": {Data: []byte(`{}`)}}))(t)
	d := expect.Must(New(Options{DataDir: t.TempDir(), Assets: assets, Browser: func(string) error { return nil }}))(t)
	pages := d.routes()
	runs, fail := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		starts := 0
		err := d.Run(t.Context(), func(ctx context.Context, _ Choice, ready func(Site)) error {
			if starts++; starts == 1 {
				return errors.New("not yet")
			}
			ready(Site{First: func(context.Context) (string, error) { return "", nil }})
			runs <- struct{}{}
			select {
			case <-fail:
				return errors.New("no longer")
			case <-ctx.Done():
				return nil
			}
		})
		ended <- errors.Join(err, d.Close())
	}()

	const rounds = 20_000
	for round := range rounds {
		for { // the page says what is the matter
			if _, problem, _ := d.now(); problem != nil {
				break
			}
			runtime.Gosched()
		}
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			pages.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/"+d.secret+"/again", nil))
		}()
		<-runs
		<-answered
		if site, problem, _ := d.now(); site == nil || problem != nil {
			t.Fatalf("start %d runs, and the page does not know", round)
		}
		if round < rounds-1 {
			fail <- struct{}{}
		}
	}
	d.stopped.Do(func() { close(d.stop) })
	expect.OK(t, <-ended)
}
