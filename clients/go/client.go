// Package platen is a client of Platen, which renders published form templates and JSON into PDF documents. All tries
// of a call share one idempotency key, and files come whole or not at all.
package platen

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The service lets go of an idle connection after 5 seconds; one that it is about to close is no good.
const idleTime = 4 * time.Second

// A Client calls one installation with one key. Goroutines may share it: make one and keep it.
type Client struct {
	baseURL string
	config  config
	// What sends calls, and what sends those that a connection which just closed must not fail.
	kept, fresh http.RoundTripper
}

// New makes a client of the service at an address such as https://forms.example.com. Its error is that of an address
// that is none.
func New(baseURL string, options ...Option) (*Client, error) {
	address, err := url.Parse(baseURL)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, errors.New("platen: baseURL: write an address with http:// or https://")
	}
	c := &Client{baseURL: strings.TrimRight(baseURL, "/"), config: usualConfig}
	for _, option := range options {
		option.ofClient(&c.config)
	}
	if c.config.transport != nil {
		c.kept, c.fresh = c.config.transport, c.config.transport
		return c, nil
	}
	c.kept, c.fresh = ownTransport(false), ownTransport(true)
	return c, nil
}

func ownTransport(isFresh bool) http.RoundTripper {
	usual, isUsual := http.DefaultTransport.(*http.Transport)
	if !isUsual {
		// The program has put one of its own there.
		return http.DefaultTransport
	}
	own := usual.Clone()
	own.IdleConnTimeout = idleTime
	own.DisableKeepAlives = isFresh
	return own
}

// CloseIdleConnections lets go of the connections that no call uses.
func (c *Client) CloseIdleConnections() {
	if kept, can := c.kept.(interface{ CloseIdleConnections() }); can {
		kept.CloseIdleConnections()
	}
}

// A DataList is the data of several documents that are bound into one file; All makes one.
type DataList []any

// All has a document rendered of each entry, at most 100, and all of them bound into one file.
func All[Data any](entries []Data) DataList {
	list := make(DataList, len(entries))
	for at, entry := range entries {
		list[at] = entry
	}
	return list
}

// RenderPDF renders a canvas: one document of data, one file of all documents of a DataList. Data is what
// encoding/json writes as an object, such as the struct that `platen codegen` made of the form, a map or a
// json.RawMessage. The context ends the call and the reading of its file.
func (c *Client) RenderPDF(
	ctx context.Context, canvasID string, data any, options ...RenderCallOption,
) (*File[RenderCanvasResponse], error) {
	given := settingsOf(options)
	return c.RenderCanvas(ctx, canvasID, bodyOf(data, given), given)
}

// StartRender renders a canvas in the background, as RenderPDF does.
func (c *Client) StartRender(
	ctx context.Context, canvasID string, data any, options ...RenderCallOption,
) (*Job, error) {
	given := settingsOf(options)
	id, err := c.RenderCanvasInBackground(ctx, canvasID, bodyOf(data, given), given)
	if err != nil {
		return nil, err
	}
	return c.Job(id), nil
}

func bodyOf(data any, given settings) RenderCanvasRequest {
	if list, isList := data.(DataList); isList {
		return RenderCanvasRequest{DataList: list, Options: given.render}
	}
	return RenderCanvasRequest{Data: data, Options: given.render}
}

// How a call that the generated methods describe is sent.

func answeredRaw(ctx context.Context, c *Client, given input) (json.RawMessage, error) {
	said, err := answered[json.RawMessage](ctx, c, given)
	if err != nil {
		return nil, err
	}
	return *said, nil
}

func answered[Answer any](ctx context.Context, c *Client, given input) (*Answer, error) {
	prepared, err := c.prepare(ctx, given)
	if err != nil {
		return nil, err
	}
	came, err := prepared.send(func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	return decoded[Answer](prepared, came)
}

func answeredFile[Facts any](
	ctx context.Context, c *Client, given input, factsOf func(http.Header) Facts,
) (*File[Facts], error) {
	prepared, err := c.prepare(ctx, given)
	if err != nil {
		return nil, err
	}
	came, err := prepared.send(func(status int) bool { return status != http.StatusOK })
	if err != nil {
		return nil, err
	}
	if came.status == http.StatusOK {
		return newFile(prepared, came, factsOf), nil
	}
	failed := prepared.failed(CodeUnexpectedAnswer, "A file was asked for, and none came.", nil)
	failed.Status = came.status
	return nil, failed
}

// The identifier of work that goes on in the background.
func begun[Facts any](ctx context.Context, c *Client, given input, idOf func(Facts) string) (string, error) {
	given.prefer = "respond-async"
	prepared, err := c.prepare(ctx, given)
	if err != nil {
		return "", err
	}
	came, err := prepared.send(func(status int) bool { return status != http.StatusOK })
	if err != nil {
		return "", err
	}
	if came.status == http.StatusOK {
		// The file of an earlier call with the same key is there already.
		came.finish()
		return came.headers.Get("x-service-render-id"), nil
	}
	job, err := decoded[Facts](prepared, came)
	if err != nil {
		return "", err
	}
	return idOf(*job), nil
}

// What an answer says. What is no JSON is not Platen's, such as the page of a proxy.
func decoded[Answer any](prepared *call, came *answer) (*Answer, error) {
	said := new(Answer)
	if err := json.Unmarshal(came.body, said); err != nil {
		failed := prepared.failed(CodeUnexpectedAnswer, "What answered is not Platen: it sent other JSON or none.", err)
		failed.Status = came.status
		return nil, failed
	}
	return said, nil
}

// The entries of all pages, each page when the reader gets there.
func entriesOf[Entry any](
	token string, page func(token string) (entries []Entry, next string, err error),
) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for at := token; ; {
			entries, next, err := page(at)
			if err != nil {
				var none Entry
				yield(none, err)
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			at = next
		}
	}
}
