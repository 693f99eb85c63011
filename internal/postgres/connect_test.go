package postgres_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestConnectDiagnosis(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		dsn  string
		want postgres.Fault
		says []string
	}{
		{"no URL at all", "postgres//secret", postgres.FaultURL, []string{"postgres://USER:PASSWORD@HOST:5432/DATABASE"}},
		{"slash in the password", "postgres://ana:sec/ret@db/tandem", postgres.FaultURL, []string{"%2F"}},
		{"wrong port", "postgres://ana:secret@db:port/tandem", postgres.FaultURL, nil},
		{"unknown host", "postgres://ana:secret@nowhere.invalid/tandem", postgres.FaultHost, []string{"nowhere.invalid:5432", `"tandem"`, `"ana"`, "host name is unknown"}},
		{"nobody listens", "postgres://ana:secret@" + closedPort(t) + "/tandem", postgres.FaultRefused, []string{"127.0.0.1:", "refused"}},
		{"no socket", "postgres://ana:secret@/tandem?host=/nowhere", postgres.FaultRefused, []string{"at /nowhere as", "refused"}},
		{"no answer", "postgres://ana:secret@" + server(t, hangs) + "/tandem?connect_timeout=1", postgres.FaultTimeout, []string{"no answer"}},
		{"no encryption", "postgres://ana:secret@" + server(t, refusesTLS) + "/tandem?sslmode=require", postgres.FaultTLS, []string{"sslmode"}},
		{"wrong password", "postgres://ana:secret@" + server(t, fails("28P01", "password authentication failed")) + "/tandem?sslmode=disable", postgres.FaultAuthentication, []string{"refused the user", "password authentication failed"}},
		{"full", "postgres://ana:secret@" + server(t, fails("53300", "too many clients already")) + "/tandem?sslmode=disable", postgres.FaultBusy, []string{"too many clients already", "try again"}},
		{"something else", "postgres://ana:secret@" + server(t, fails("XX000", "internal thing")) + "/tandem?sslmode=disable", postgres.FaultOther, []string{"internal thing"}},
		{"no such database", change(t, func(u *url.URL) { u.Path = "/nowhere" }), postgres.FaultNoDatabase, []string{`"nowhere"`, "no such database", "createdb"}},
		{"wrong user", change(t, func(u *url.URL) { u.User = url.UserPassword("nemo", "secret") }), postgres.FaultAuthentication, []string{`"nemo"`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool, err := postgres.Connect(t.Context(), c.dsn)
			if err == nil {
				pool.Close()
				t.Fatal("connected")
			}
			var connect *postgres.ConnectError
			expect.MustTrue(t, errors.As(err, &connect) && connect.Fault == c.want, "got %v, want the fault %q", err, c.want)
			for _, s := range c.says {
				expect.True(t, strings.Contains(err.Error(), s), "the message does not say %q:\n%v", s, err)
			}
			expect.True(t, !strings.Contains(err.Error(), "secret") && !strings.Contains(err.Error(), "sec/ret"), "the message holds the password:\n%v", err)
		})
	}
}

func TestConnect(t *testing.T) {
	t.Parallel()
	pool := expect.Must(postgres.Connect(t.Context(), testdb.URL(t)))(t)
	defer pool.Close()
	var name string
	err := pool.QueryRow(t.Context(), "select current_setting('application_name')").Scan(&name)
	expect.True(t, err == nil && name == "tandem", "application_name %q, %v", name, err)
	expect.True(t, pool.Config().MaxConns >= 16, "at most %d connections", pool.Config().MaxConns)
}

// The machine's own zone is nobody's: on every way to a database times are told in UTC.
func TestTimesAreReadInUTC(t *testing.T) {
	t.Parallel()
	dsn := testdb.URL(t)
	desk := expect.Must(postgres.Connect(t.Context(), dsn))(t)
	defer desk.Close()
	for name, open := range map[string]func() (*postgres.Pool, error){
		"desk":    func() (*postgres.Pool, error) { return postgres.Connect(t.Context(), dsn) },
		"pooler":  func() (*postgres.Pool, error) { return postgres.ConnectPooler(t.Context(), dsn) },
		"public":  func() (*postgres.Pool, error) { return postgres.ForPublic(t.Context(), desk) },
		"replica": func() (*postgres.Pool, error) { return postgres.ForReplica(t.Context(), dsn) },
		"tests":   func() (*postgres.Pool, error) { return testdb.New(t), nil },
	} {
		pool := expect.Must(open())(t)
		defer pool.Close()
		var at time.Time
		err := pool.QueryRow(t.Context(), "select now()").Scan(&at)
		for pgconn.Timeout(err) && t.Context().Err() == nil { // who reads a replica waits for it a fifth of a second, and reads the primary then
			err = pool.QueryRow(t.Context(), "select now()").Scan(&at)
		}
		expect.OK(t, err)
		expect.True(t, at.Location() == time.UTC, "%s: a time is told in %v", name, at.Location())
	}
}

// Through a pooler nothing is asked for that outlives a transaction, and everything works.
func TestConnectPooler(t *testing.T) {
	t.Parallel()
	pool := expect.Must(postgres.ConnectPooler(t.Context(), testdb.URL(t)))(t)
	defer pool.Close()
	run(t, pool, ground)
	store := postgres.Tournament{DB: postgres.New(pool, nil)}
	note(t, store)
	public := expect.Must(postgres.ForPublic(t.Context(), pool))(t)
	defer public.Close()
	state, err := postgres.Tournament{DB: postgres.New(public, nil)}.PublicState(t.Context(), 1, 0, nil)
	expect.True(t, err == nil && len(state.Books) == 1, "%d sections, %v", len(state.Books), err)
	for _, p := range []*postgres.Pool{pool, public} {
		var kept int
		const lasting = `select (select count(*) from pg_prepared_statements)
			+ (select count(*) from pg_settings where source = 'client' and name not in ('application_name', 'client_encoding', 'DateStyle', 'TimeZone', 'extra_float_digits'))`
		err := p.QueryRow(t.Context(), lasting).Scan(&kept)
		expect.True(t, err == nil && kept == 0, "%d settings and statements are kept, %v", kept, err)
	}
	_, err = postgres.Connect(t.Context(), "postgres://ana:secret@"+server(t, fails("08P01", "unsupported startup parameter: tcp_user_timeout"))+"/tandem?sslmode=disable")
	var connect *postgres.ConnectError
	expect.True(t, errors.As(err, &connect) && connect.Fault == postgres.FaultPooler && strings.Contains(err.Error(), "docs/operators.md"),
		"a pooler that refuses: %v", err)
}

func TestSplitPassword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dsn, plain, password string }{
		{"postgres://ana:secret@db:5432/tandem?sslmode=disable", "postgres://ana@db:5432/tandem?sslmode=disable", "secret"},
		{"postgres://ana@db/tandem?password=se%26cret", "postgres://ana@db/tandem", "se&cret"},
		{"postgres://ana@db/tandem", "postgres://ana@db/tandem", ""},
		{"postgres:///tandem?host=%2Fhome%2FAna%20%2B+Ben&pass%77ord=secret&port=1", "postgres:///tandem?host=%2Fhome%2FAna%20%2B+Ben&port=1", "secret"},
		{"host=db password=secret user=ana", "host=db  user=ana", "secret"},
		{`host=db password='se \'cret' user=ana`, "host=db  user=ana", "se 'cret"},
		{"postgres://ana:sec/ret@db/tandem", "", ""},
	} {
		plain, password := postgres.SplitPassword(c.dsn)
		expect.True(t, plain == c.plain && password == c.password, "SplitPassword(%q) = %q, %q; want %q, %q", c.dsn, plain, password, c.plain, c.password)
	}
}

// change is the address of a test database with something changed.
func change(t *testing.T, do func(*url.URL)) string {
	t.Helper()
	u := expect.Must(url.Parse(testdb.URL(t)))(t)
	do(u)
	return u.String()
}

// closedPort is an address nobody listens on any more.
func closedPort(t *testing.T) string {
	t.Helper()
	l := expect.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// server answers each connection with handle until the test ends.
func server(t *testing.T, handle func(net.Conn)) string {
	t.Helper()
	l := expect.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.SetDeadline(time.Now().Add(30 * time.Second))
			go func() {
				defer conn.Close()
				handle(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// hangs reads whatever comes and never answers.
func hangs(conn net.Conn) {
	for b := make([]byte, 512); ; {
		if _, err := conn.Read(b); err != nil {
			return
		}
	}
}

// refusesTLS answers the request for encryption with "no".
func refusesTLS(conn net.Conn) {
	if _, err := pgproto3.NewBackend(conn, conn).ReceiveStartupMessage(); err == nil {
		conn.Write([]byte("N"))
	}
}

// fails answers the first message with an error.
func fails(code, message string) func(net.Conn) {
	return func(conn net.Conn) {
		b := pgproto3.NewBackend(conn, conn)
		if _, err := b.ReceiveStartupMessage(); err == nil {
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: message})
			b.Flush()
		}
	}
}

// cancelled contexts end an attempt at once.
func TestConnectCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := postgres.Connect(ctx, testdb.URL(t))
	expect.True(t, errors.Is(err, context.Canceled), "got %v", err)
}
