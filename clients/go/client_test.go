package platen_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/platen"
)

var content = []byte("%PDF-1.7 of a test")

// A server that answers one request after another, the last one again and again.
type script struct {
	*httptest.Server
	requests []http.Header
}

func serve(t *testing.T, answers ...http.HandlerFunc) *script {
	t.Helper()
	s := &script{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		at := min(len(s.requests), len(answers)-1)
		s.requests = append(s.requests, r.Header)
		answers[at](w, r)
	}))
	t.Cleanup(s.CloseClientConnections)
	return s
}

func (s *script) client(t *testing.T, options ...platen.Option) *platen.Client {
	t.Helper()
	client, err := platen.New(s.URL+"/", options...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func file(w http.ResponseWriter, _ *http.Request) {
	sum := sha256.Sum256(content)
	w.Header().Set("etag", `"`+hex.EncodeToString(sum[:])+`"`)
	_, _ = w.Write(content)
}

func refusal(status int, code string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for at := 0; at < len(headers); at += 2 {
			w.Header().Set(headers[at], headers[at+1])
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"error": "Come again.", "code": %q, "requestId": "req_1"}`, code)
	}
}

func page(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
}

func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func rendered(client *platen.Client, options ...platen.RenderCallOption) ([]byte, error) {
	file, err := client.RenderPDF(context.Background(), "cnv_1", map[string]any{"a": 1}, options...)
	if err != nil {
		return nil, err
	}
	return file.Bytes()
}

// What a call fails with.
func failureOf[Value any](t *testing.T, _ Value, err error) *platen.Error {
	t.Helper()
	var failed *platen.Error
	if !errors.As(err, &failed) {
		t.Fatalf("failed with %v", err)
	}
	return failed
}

func demand(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Fatalf("%v, and not %v", got, want)
	}
}

func TestTriesGoOn(t *testing.T) {
	past := time.Now().Add(-5 * time.Second).UTC().Format(http.TimeFormat)
	for _, first := range []http.HandlerFunc{
		refusal(503, "unavailable", "retry-after", past),
		refusal(504, "render_budget_exceeded", "retry-after", "0"),
		page(502),
	} {
		server := serve(t, first, file)
		got, err := rendered(server.client(t))
		if err != nil {
			t.Fatal(err)
		}
		demand(t, string(got), string(content))
		demand(t, server.requests[0].Get("idempotency-key"), server.requests[1].Get("idempotency-key"))
	}
}

func TestTriesEnd(t *testing.T) {
	t.Run("where a second one may do second work", func(t *testing.T) {
		server := serve(t, page(502), file)
		got, err := rendered(server.client(t), platen.WithoutIdempotencyKey())
		demand(t, failureOf(t, got, err).Status, 502)
		demand(t, len(server.requests), 1)
		demand(t, server.requests[0].Get("idempotency-key"), "")
	})
	t.Run("after so many", func(t *testing.T) {
		server := serve(t, refusal(503, "unavailable", "retry-after", "0"))
		got, err := rendered(server.client(t, platen.WithRetries(1)))
		failed := failureOf(t, got, err)
		demand(t, failed.Kind, platen.KindService)
		demand(t, failed.IdempotencyKey, server.requests[1].Get("idempotency-key"))
		demand(t, len(server.requests), 2)
	})
	t.Run("before a wait that would be longer than the time that is left", func(t *testing.T) {
		server := serve(t, refusal(429, "rate_limited", "retry-after", "60"))
		got, err := rendered(server.client(t, platen.WithTimeout(5*time.Second)))
		failed := failureOf(t, got, err)
		demand(t, failed.Code, platen.CodeRateLimited)
		demand(t, failed.RetryAfter, time.Minute)
	})
	t.Run("at the deadline, and at silence", func(t *testing.T) {
		server := serve(t, hang)
		got, err := rendered(server.client(t), platen.WithTimeout(100*time.Millisecond))
		demand(t, failureOf(t, got, err).Code, platen.CodeDeadlineExceeded)
		demand(t, errors.Is(err, context.DeadlineExceeded), true)
		silent := server.client(t, platen.WithSilence(100*time.Millisecond), platen.WithRetries(1))
		got, err = rendered(silent)
		demand(t, failureOf(t, got, err).Code, platen.CodeConnectionBroken)
		demand(t, len(server.requests), 3)
	})
	t.Run("at what is no Platen, such as a redirect", func(t *testing.T) {
		server := serve(t, refusal(307, "", "location", "/elsewhere"))
		got, err := server.client(t).GetUsage(context.Background())
		demand(t, failureOf(t, got, err).Code, platen.CodeUnexpectedAnswer)
		demand(t, len(server.requests), 1)
		server = serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) })
		got, err = server.client(t).GetUsage(context.Background())
		demand(t, failureOf(t, got, err).Kind, platen.KindService)
	})
}

func TestContext(t *testing.T) {
	server := serve(t, hang)
	gone := errors.New("gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(50*time.Millisecond, func() { cancel(gone) })
	_, err := server.client(t).GetUsage(ctx)
	demand(t, errors.Is(err, context.Canceled) && errors.Is(err, gone), true)
	_, err = server.client(t).GetUsage(ctx)
	demand(t, errors.Is(err, gone), true)
	demand(t, len(server.requests), 1)
}

func TestFile(t *testing.T) {
	t.Run("that another one came for leaves nothing", func(t *testing.T) {
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			file(damaged{w}, r)
		})
		got, err := server.client(t).RenderPDF(context.Background(), "cnv_1", platen.All([]int{1}))
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		err = got.Save(filepath.Join(folder, "a.pdf"))
		demand(t, failureOf(t, got, err).Code, platen.CodeFileDamaged)
		entries, err := os.ReadDir(folder)
		demand(t, len(entries), 0)
		demand(t, err, nil)
	})
	t.Run("whose connection breaks behind its last byte is whole", func(t *testing.T) {
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			file(w, r)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		})
		got, err := rendered(server.client(t))
		demand(t, err, nil)
		demand(t, string(got), string(content))
		demand(t, len(server.requests), 1)
	})
	t.Run("is there once", func(t *testing.T) {
		got, err := serve(t, file).client(t).RenderPDF(context.Background(), "cnv_1", struct{}{})
		demand(t, err, nil)
		demand(t, got.Size, int64(len(content)))
		demand(t, got.Close(), nil)
		_, err = got.Read(make([]byte, 1))
		demand(t, err != nil && err != io.EOF, true)
	})
}

// A writer that changes the last byte.
type damaged struct{ http.ResponseWriter }

func (d damaged) Write(part []byte) (int, error) {
	return d.ResponseWriter.Write(append(part[:len(part)-1:len(part)-1], '!'))
}

func TestAddress(t *testing.T) {
	for _, address := range []string{"", "forms.example.com", "ftp://forms.example.com", "https://"} {
		if _, err := platen.New(address); err == nil {
			t.Fatalf("%q is no address", address)
		}
	}
}
