package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/migrations"
)

// Pool is the connections to one database.
type Pool = pgxpool.Pool

// connectTimeout limits one attempt to connect, so that a wrong host name or a
// firewall is reported instead of waited for.
const connectTimeout = 10 * time.Second

// Fault says what kept a connection from being made.
type Fault string

const (
	FaultURL            Fault = "url"            // not a connection string
	FaultHost           Fault = "host"           // the host name is unknown
	FaultRefused        Fault = "refused"        // nobody listens there
	FaultTimeout        Fault = "timeout"        // no answer
	FaultTLS            Fault = "tls"            // the encryption could not be agreed
	FaultAuthentication Fault = "authentication" // user or password is wrong
	FaultNoDatabase     Fault = "no database"    // the server has no such database
	FaultBusy           Fault = "busy"           // starting, stopping or full
	FaultPooler         Fault = "pooler"         // something in between refuses what Tandem asks for
	FaultOld            Fault = "old"            // a server from before migrations.OldestServer
	FaultEncoding       Fault = "encoding"       // the database cannot hold every letter
	FaultReadOnly       Fault = "read only"      // nothing can be changed there
	FaultRights         Fault = "rights"         // the user may not make or change tables
	FaultOther          Fault = "other"
)

// ConnectError says which database could not be reached and what to do about
// it. It names host, database and user and never holds the password.
type ConnectError struct {
	Fault                Fault
	Host, Database, User string
	cause                error
}

func (e *ConnectError) Unwrap() error { return e.cause }

func (e *ConnectError) Error() string {
	if e.Fault == FaultURL {
		return `the address of the database (DATABASE_URL) cannot be read.
Expected: postgres://USER:PASSWORD@HOST:5432/DATABASE
Inside a password the characters / ? # @ : % are written %2F %3F %23 %40 %3A %25.`
	}
	where := fmt.Sprintf("the database %q at %s as user %q", e.Database, e.Host, e.User)
	return fmt.Sprintf("cannot open %s: %s", where, e.advice())
}

func (e *ConnectError) advice() string {
	switch e.Fault {
	case FaultHost:
		return "the host name is unknown.\nCheck the host in DATABASE_URL."
	case FaultRefused:
		return "the connection was refused.\nIs PostgreSQL running there, and is the port right?"
	case FaultTimeout:
		return "no answer.\nCheck the host in DATABASE_URL, the network and the firewall."
	case FaultTLS:
		return fmt.Sprintf("encryption could not be agreed (%v).\nCheck sslmode in DATABASE_URL.", e.reason())
	case FaultAuthentication:
		return fmt.Sprintf("the server refused the user (%v).\nCheck user and password in DATABASE_URL, and pg_hba.conf on the server.", e.reason())
	case FaultNoDatabase:
		return fmt.Sprintf("the server has no such database.\nCreate it there: createdb --owner=%s %s", e.User, e.Database)
	case FaultBusy:
		return fmt.Sprintf("the server does not take connections now (%v).\nWait a moment and try again.", e.reason())
	case FaultPooler:
		return fmt.Sprintf("a connection pooler is in the way (%v).\nName the database itself in DATABASE_LISTEN_URL, beside this: see \"A connection pooler\" in docs/operators.md.", e.reason())
	case FaultOld:
		return fmt.Sprintf("the server is %v; Tandem needs PostgreSQL %d or newer.\nName a newer server in DATABASE_URL. What is in this one is brought over by tandem backup and tandem restore.", e.reason(), migrations.OldestServer)
	case FaultEncoding:
		return fmt.Sprintf("its encoding is %v, which does not hold the letters of all names.\nCreate another: createdb --owner=%s --encoding=UTF8 --template=template0 NAME\nWhat is in this one is brought over by tandem backup and tandem restore.", e.reason(), e.User)
	case FaultReadOnly:
		return fmt.Sprintf("nothing can be changed there (%v).\nIs it the standby of another server? Name that one in DATABASE_URL.", e.reason())
	case FaultRights:
		return fmt.Sprintf("the user may not make or change tables there (%v).\nGive the database to the user: alter database %s owner to %s;\nOr name in DATABASE_URL the user who made its tables.",
			e.reason(), pgx.Identifier{e.Database}.Sanitize(), pgx.Identifier{e.User}.Sanitize())
	default:
		return fmt.Sprint(e.reason())
	}
}

// reason is the innermost cause that still says something.
func (e *ConnectError) reason() error {
	var pgErr *pgconn.PgError
	if errors.As(e.cause, &pgErr) {
		return errors.New(pgErr.Message)
	}
	var connectErr *pgconn.ConnectError
	if errors.As(e.cause, &connectErr) {
		return connectErr.Unwrap()
	}
	return e.cause
}

// sessionDefaults are what the server is told of every connection, unless the connection
// string says otherwise. A node that loses its network in the middle of a change holds
// the event's row locked: the server has to find that out in seconds and not in the two
// hours after which TCP does.
var sessionDefaults = map[string]string{
	"application_name":                    "tandem",
	"idle_in_transaction_session_timeout": "30s",
	"tcp_keepalives_idle":                 "10",
	"tcp_keepalives_interval":             "5",
	"tcp_keepalives_count":                "3",
	"tcp_user_timeout":                    "30000", // milliseconds
}

// Connect opens a pool of connections and makes sure that one works. A failure
// is a *ConnectError. From then on the database is known to be away when it does not
// answer, until ctx, which is the program's, ends.
func Connect(ctx context.Context, dsn string) (*Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		// The parser's message may repeat a part of the password: it is dropped.
		return nil, &ConnectError{Fault: FaultURL}
	}
	for name, value := range sessionDefaults {
		if _, ok := config.ConnConfig.RuntimeParams[name]; !ok {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	return connect(ctx, dsn, config)
}

// ConnectPooler is Connect through a pooler that lends a connection for one transaction.
// Nothing that lasts longer may be asked of such a connection: no settings, which a pooler
// refuses, and no prepared statements, which the next one would not know.
func ConnectPooler(ctx context.Context, dsn string) (*Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, &ConnectError{Fault: FaultURL}
	}
	config.ConnConfig.RuntimeParams["application_name"] = sessionDefaults["application_name"]
	if !strings.Contains(dsn, "default_query_exec_mode") {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return connect(ctx, dsn, config)
}

func connect(ctx context.Context, dsn string, config *pgxpool.Config) (*Pool, error) {
	if !strings.Contains(dsn, "pool_max_conns") {
		config.MaxConns = int32(max(16, 4*runtime.NumCPU()))
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	config.PingTimeout = answerTime
	config.ConnConfig.DialFunc = dialer.DialContext
	TimesInUTC(config)
	pulse := takesPulse(ctx, config)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, newConnectError(config.ConnConfig.Config, err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, newConnectError(config.ConnConfig.Config, err)
	}
	pulse.take()
	return pool, nil
}

// TimesInUTC has every time that is read be told in UTC. The library tells them in the
// machine's own zone, which is nobody's: a hall has the zone of its event.
func TimesInUTC(config *pgxpool.Config) {
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
		return nil
	}
}

// takesPulse has all waiting for the database of a pool guarded by a pulse.
func takesPulse(ctx context.Context, config *pgxpool.Config) *pulse {
	asker := &asker{config: config.ConnConfig.Copy()}
	asker.config.RuntimeParams["application_name"] = "tandem pulse"
	context.AfterFunc(ctx, asker.end)
	pulse := newPulse(ctx, asker.ask)
	config.ConnConfig.Tracer = &tracer{pulse: pulse, held: map[*pgx.Conn]*Holding{}}
	return pulse
}

// dialer finds out as soon as the server does that the other side is gone.
var dialer = net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}}

// publicConns is how many connections all public pages of a node share. Pages are
// built a few at a time; more would only take the machine from the desk.
const publicConns = 3

// publicStatement ends a public reading that takes absurdly long.
const publicStatement = "10s"

// ForPublic opens a second, small pool on the same database for public pages, so
// that no crowd of readers ever makes the desk wait for a connection.
func ForPublic(ctx context.Context, desk *Pool) (*Pool, error) {
	config := desk.Config()
	config.MaxConns, config.MinConns = publicConns, 0
	config.ConnConfig.RuntimeParams["application_name"] = "tandem public"
	if _, ok := config.ConnConfig.RuntimeParams["idle_in_transaction_session_timeout"]; ok { // a pooler takes neither
		config.ConnConfig.RuntimeParams["statement_timeout"] = publicStatement
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, newConnectError(config.ConnConfig.Config, err)
	}
	return pool, nil
}

func newConnectError(config pgconn.Config, err error) *ConnectError {
	e := &ConnectError{
		Fault:    classify(err),
		Host:     fmt.Sprintf("%s:%d", config.Host, config.Port),
		Database: config.Database,
		User:     config.User,
		cause:    err,
	}
	if strings.HasPrefix(config.Host, "/") {
		e.Host = config.Host // a socket's folder; the port says nothing
	}
	if e.Database == "" {
		e.Database = config.User // what the server assumes
	}
	return e
}

func classify(err error) Fault {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		switch pgErr.Code {
		case "28P01", "28000": // invalid_password, invalid_authorization_specification
			return FaultAuthentication
		case "3D000": // invalid_catalog_name
			return FaultNoDatabase
		case "42501": // insufficient_privilege
			return FaultRights
		case "57P03", "57P01", "53300": // cannot_connect_now, admin_shutdown, too_many_connections
			return FaultBusy
		case "08P01": // protocol_violation
			if strings.Contains(pgErr.Message, "startup parameter") {
				return FaultPooler
			}
		}
		return FaultOther
	}
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		return FaultHost
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, os.ErrNotExist):
		return FaultRefused
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return FaultTimeout
	case strings.Contains(err.Error(), "tls"), strings.Contains(err.Error(), "TLS"):
		return FaultTLS
	}
	return FaultOther
}

// keywordPassword is the password of a connection string in keyword=value form.
var keywordPassword = regexp.MustCompile(`\bpassword\s*=\s*('(?:[^'\\]|\\.)*'|\S+)`)

// SplitPassword returns a connection string without its password, fit for
// logs and command lines, and the password.
func SplitPassword(dsn string) (plain, password string) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return "", ""
	}
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return keywordPassword.ReplaceAllString(dsn, ""), config.Password
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	// The rest stays as it is written: a blank that is encoded anew would be a plus.
	u.RawQuery = strings.Join(slices.DeleteFunc(strings.Split(u.RawQuery, "&"), func(parameter string) bool {
		name, _, _ := strings.Cut(parameter, "=")
		name, err := url.QueryUnescape(name)
		return err != nil || name == "password"
	}), "&")
	return u.String(), config.Password
}
