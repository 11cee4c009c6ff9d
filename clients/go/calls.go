package platen

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Why a try was ended from here. Its timer says which it was, and the clock is not asked again: a timer may end a
// little before the clock says so.
var (
	errLate   = fmt.Errorf("no answer came in time: %w", context.DeadlineExceeded)
	errSilent = errors.New("nothing came for too long")
)

// What one call sends.
type input struct {
	verb, path string
	query      url.Values
	body       any
	// Whether it takes an idempotency key, which makes it safe to repeat.
	hasKey   bool
	prefer   string
	settings settings
}

// A call as it is sent, as often as it is.
type call struct {
	client    *Client
	ctx       context.Context
	verb, url string
	headers   http.Header
	body      []byte
	key       string
	timeout   time.Duration
}

// A call with its key, which all tries share. Its error is that of data that encoding/json can't write.
func (c *Client) prepare(ctx context.Context, given input) (*call, error) {
	prepared := &call{client: c, ctx: ctx, verb: given.verb, url: c.baseURL + given.path, headers: http.Header{}}
	if len(given.query) > 0 {
		prepared.url += "?" + given.query.Encode()
	}
	// Without it, net/http would ask for a compressed answer, and say nothing of its length.
	prepared.headers.Set("accept-encoding", "identity")
	if c.config.apiKey != "" {
		prepared.headers.Set("x-api-key", c.config.apiKey)
	}
	if given.prefer != "" {
		prepared.headers.Set("prefer", given.prefer)
	}
	if given.body != nil {
		body, err := json.Marshal(given.body)
		if err != nil {
			return nil, fmt.Errorf("platen: the data can't be written as JSON: %w", err)
		}
		prepared.body = body
		prepared.headers.Set("content-type", "application/json")
	}
	if given.hasKey && !given.settings.isKeyless {
		prepared.key = given.settings.key
		if prepared.key == "" {
			prepared.key = randomText(16)
		}
		prepared.headers.Set("idempotency-key", prepared.key)
	}
	prepared.timeout = given.settings.timeout
	if prepared.timeout == 0 {
		prepared.timeout = c.config.timeout
	}
	return prepared, nil
}

// So many random bytes in hexadecimal.
func randomText(size int) string {
	random := make([]byte, size)
	if _, err := rand.Read(random); err != nil {
		panic("platen: this machine has no random numbers: " + err.Error())
	}
	return hex.EncodeToString(random)
}

// Whether a second try does no second work.
func (c *call) mayRepeat() bool { return c.verb == http.MethodGet || c.key != "" }

// Sends until an answer comes that is no error; isRead says of its status whether its body is read along. The error is
// an *Error or that of the context.
func (c *call) send(isRead func(status int) bool) (*answer, error) {
	until := time.Now().Add(c.timeout)
	for tried := 1; ; tried++ {
		came, err := c.try(time.Until(until), isRead)
		var failed *Error
		if err == nil || !errors.As(err, &failed) {
			return came, err
		}
		wait, isWorth := waitBefore(tried, failed, c.mayRepeat())
		if tried > c.client.config.retries || !isWorth || !c.hasTimeFor(wait, until) {
			return nil, err
		}
		if err := c.pause(wait); err != nil {
			return nil, err
		}
	}
}

func (c *call) hasTimeFor(wait time.Duration, until time.Time) bool {
	if end, has := c.ctx.Deadline(); has && end.Before(until) {
		until = end
	}
	return wait < time.Until(until)
}

// Waits. The error is that of the context.
func (c *call) pause(wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-c.ctx.Done():
		return c.ended()
	}
}

// One try, which ends when its time is over. What came is finished by whoever gets it.
func (c *call) try(left time.Duration, isRead func(status int) bool) (*answer, error) {
	if c.ctx.Err() != nil {
		return nil, c.ended()
	}
	if left <= 0 {
		return nil, c.failure(errLate)
	}
	bound, why := left, errLate
	if silence := c.client.config.silence; silence < left {
		bound, why = silence, errSilent
	}
	// The sockets must not know the deadline of the caller: they would end a little before it, by the clock.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(c.ctx))
	came := &answer{ctx: ctx, cancel: cancel}
	came.unwatch = context.AfterFunc(c.ctx, func() { cancel(c.ctx.Err()) })
	timer := time.AfterFunc(bound, func() { cancel(why) })
	err := c.exchange(came, isRead)
	isInTime := timer.Stop()
	if err == nil && isInTime {
		return came, nil
	}
	if err == nil {
		err = why
	} else {
		err = came.reason(err)
	}
	failure := c.failure(err)
	came.finish()
	return nil, failure
}

// Sends the request once, and reads what is to be read of its answer.
func (c *call) exchange(came *answer, isRead func(status int) bool) error {
	var body io.Reader
	if c.body != nil {
		body = bytes.NewReader(c.body)
	}
	request, err := http.NewRequestWithContext(came.ctx, c.verb, c.url, body)
	if err != nil {
		return err
	}
	request.Header = c.headers.Clone()
	sender := c.client.fresh
	if c.mayRepeat() {
		sender = c.client.kept
	}
	// Not by an http.Client, which follows redirects: a key is shown to nobody but the service that it is for.
	response, err := sender.RoundTrip(request)
	if err != nil {
		return err
	}
	came.status, came.headers, came.rest = response.StatusCode, response.Header, response.Body
	isGood := came.status >= 200 && came.status < 300
	if isGood && !isRead(came.status) {
		return nil
	}
	if came.body, err = io.ReadAll(came.rest); err != nil {
		return err
	}
	if !isGood {
		return errorOfAnswer(came, c.key)
	}
	came.finish()
	return nil
}

// What the caller is told of a try that failed.
func (c *call) failure(err error) error {
	var failed *Error
	switch {
	case c.ctx.Err() != nil:
		return c.ended()
	case errors.As(err, &failed):
		return failed
	case err == errLate:
		return c.failed(CodeDeadlineExceeded, "No answer came in time.", err)
	}
	return c.broken(err)
}

func (c *call) broken(err error) *Error {
	return c.failed(CodeConnectionBroken, fmt.Sprintf("The connection broke: %v.", err), err)
}

func (c *call) failed(code Code, message string, cause error) *Error {
	failed := newError(code, message, 0)
	failed.IdempotencyKey, failed.cause = c.key, cause
	return failed
}

// The error of a call whose context is done.
func (c *call) ended() error {
	err, cause := c.ctx.Err(), context.Cause(c.ctx)
	if errors.Is(cause, err) {
		return fmt.Errorf("platen: the call was ended: %w", cause)
	}
	return fmt.Errorf("platen: the call was ended: %w: %w", err, cause)
}

// An answer. Whoever has it finishes it.
type answer struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	unwatch func() bool
	status  int
	headers http.Header
	// What was read of it, and what is still to come.
	body    []byte
	rest    io.ReadCloser
	silence *time.Timer
}

// Reads on. A service that says nothing for so long has broken off.
func (a *answer) read(part []byte, silence time.Duration) (int, error) {
	if a.silence == nil {
		a.silence = time.AfterFunc(silence, func() { a.cancel(errSilent) })
	} else {
		a.silence.Reset(silence)
	}
	defer a.silence.Stop()
	return a.rest.Read(part)
}

// Why a read failed: by what ended it from here, or else by what the connection says.
func (a *answer) reason(err error) error {
	if cause := context.Cause(a.ctx); cause != nil {
		return cause
	}
	return err
}

// Gives the connection back; it is good for another call where the body was read to its end.
func (a *answer) finish() {
	a.unwatch()
	if a.rest != nil {
		_ = a.rest.Close()
	}
	a.cancel(nil)
}
