package main

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/web"
)

func TestOnlyThisMachineIsTried(t *testing.T) {
	t.Parallel()
	const page, data = "http://127.0.0.1:8080", "postgres://tandem@127.0.0.1/tandem"
	tests := map[string]struct {
		page, data string
		fine       bool
	}{
		"loopback":                   {page, data, true},
		"loopback of six":            {"http://[::1]:8080", "postgres://tandem@[::1]/tandem", true},
		"socket":                     {page, "postgres://tandem@/tandem?host=/tmp/run", true},
		"another machine":            {"http://192.0.2.1:8080", data, false},
		"every address":              {"http://0.0.0.0:8080", data, false},
		"a name":                     {"http://localhost:8080", data, false},
		"a name that begins like it": {"http://127.0.0.1.example.org", data, false},
		"a user that looks like it":  {"http://127.0.0.1@192.0.2.1/", data, false},
		"tls":                        {"https://127.0.0.1", data, false},
		"another database":           {page, "postgres://tandem@192.0.2.1/tandem", false},
		"a host in a parameter":      {page, data + "?host=192.0.2.1", false},
		"an address in a parameter":  {page, data + "?hostaddr=192.0.2.1", false},
		"two hosts":                  {page, "postgres://tandem@127.0.0.1,192.0.2.1/tandem", false},
		"no database":                {page, "", false},
		"words":                      {page, "host=192.0.2.1", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := readFlags([]string{"-url", test.page, "-database", test.data})
			fine := err == nil
			expect.True(t, fine == test.fine, "accepted %v (%v), want %v", fine, err, test.fine)
		})
	}
}

func TestTrialsAreBounded(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{{"-phones", "20001"}, {"-desks", "0"}, {"-desks", "65"}, {"-teams", "1001"}, {"-for", "3m"}, {"-pages", "3m"}, {"-pause", "-1s"}} {
		args := append([]string{"-database", "postgres://tandem@127.0.0.1/tandem"}, flags...)
		_, err := readFlags(args)
		expect.True(t, err != nil, "%v is accepted", flags)
	}
}

func TestBothSidesOfTheRaceRun(t *testing.T) {
	t.Parallel()
	var sides [2]*side
	for i := range sides {
		server := httptest.NewServer(web.ConstantPage([]byte("page")))
		t.Cleanup(server.Close)
		host := strings.TrimPrefix(server.URL, "http://")
		s := expect.Must(newSide(t.Context(), host, request(host, "/")))(t)
		t.Cleanup(s.close)
		sides[i] = s
	}
	got := expect.Must(compare(t.Context(), sides[0], sides[1], 2*turn))(t)
	expect.True(t, len(got.tandem) == 2 && len(got.echo) == 2 && slices.Min(slices.Concat(got.tandem, got.echo)) > 0, "two turns measured %v", got)
}
