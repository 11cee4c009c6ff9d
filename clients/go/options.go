package platen

import (
	"net/http"
	"time"
)

// How a client works where nothing else is said. The service may take 25 seconds for a file.
var usualConfig = config{retries: 4, timeout: 2 * time.Minute, silence: time.Minute}

type config struct {
	apiKey           string
	retries          int
	timeout, silence time.Duration
	transport        http.RoundTripper
}

// An Option says how a client works.
type Option interface{ ofClient(*config) }

type clientOption func(*config)

func (set clientOption) ofClient(c *config) { set(c) }

// WithAPIKey sends a key. Without one, only what is open to anyone is answered.
func WithAPIKey(key string) Option {
	return clientOption(func(c *config) { c.apiKey = key })
}

// WithRetries says how often a call is tried again at most; 4 when left out.
func WithRetries(retries int) Option {
	return clientOption(func(c *config) { c.retries = retries })
}

// WithSilence says after how long without a word from the service a connection counts as broken; a minute when left
// out.
func WithSilence(silence time.Duration) Option {
	return clientOption(func(c *config) { c.silence = silence })
}

// WithTransport says what sends requests, such as an http.Transport with authorities of your own. When left out it is
// one like http.DefaultTransport, which takes its proxies from the environment.
func WithTransport(transport http.RoundTripper) Option {
	return clientOption(func(c *config) { c.transport = transport })
}

// A RenderCallOption says how a document is rendered: every option of a call, and RenderOptions.
type RenderCallOption interface{ ofCall(*settings) }

// A KeyedCallOption says how a call is made that an idempotency key makes safe to repeat.
type KeyedCallOption interface {
	RenderCallOption
	ofKeyed()
}

// A CallOption says how any call is made.
type CallOption interface {
	KeyedCallOption
	ofAny()
}

// What the options of one call say.
type settings struct {
	// Zero: that of the client.
	timeout time.Duration
	// Empty: one is made.
	key       string
	isKeyless bool
	render    *RenderOptions
}

func (all settings) ofCall(s *settings) { *s = all }
func (all settings) ofKeyed()           {}

func settingsOf[One RenderCallOption](options []One) settings {
	var all settings
	for _, option := range options {
		option.ofCall(&all)
	}
	return all
}

// A Timeout is how long a call may take until its answer begins, with all its tries and waits: two minutes when left
// out. As an option of a client it holds for every call, as one of a call for this one. Of Job.Wait and Job.File it is
// for the whole wait, ten minutes when left out.
type Timeout time.Duration

func (timeout Timeout) ofClient(c *config) { c.timeout = time.Duration(timeout) }
func (timeout Timeout) ofCall(s *settings) { s.timeout = max(time.Duration(timeout), 1) }
func (timeout Timeout) ofKeyed()           {}
func (timeout Timeout) ofAny()             {}

// WithTimeout says how long a call may take; see Timeout.
func WithTimeout(timeout time.Duration) Timeout { return Timeout(timeout) }

type keyOption struct {
	key string
}

func (option keyOption) ofCall(s *settings) { s.key, s.isKeyless = option.key, option.key == "" }
func (option keyOption) ofKeyed()           {}

// WithIdempotencyKey gives a call a name of your choosing, 1 to 255 printable ASCII characters. Left out, each call has
// a key of its own, which all its tries share.
func WithIdempotencyKey(key string) KeyedCallOption { return keyOption{key} }

// WithoutIdempotencyKey sends no key: less is kept, and a connection that breaks is not tried again.
func WithoutIdempotencyKey() KeyedCallOption { return keyOption{} }

func (options RenderOptions) ofCall(s *settings) { s.render = &options }
