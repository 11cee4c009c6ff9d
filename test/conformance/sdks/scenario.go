// What the client library for Go does before a server and a proxy that misbehaves, as one JSON object on standard
// output: scenario.ts does the same and writes the same. Environment: PLATEN_URL (the proxy), PLATEN_API_KEY,
// PLATEN_CANVAS; the payload is in invoice.json.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/platen"
)

type object = map[string]any

type request struct{ Key, Range *string }

var (
	baseURL = os.Getenv("PLATEN_URL")
	canvas  = os.Getenv("PLATEN_CANVAS")
	client  = must(platen.New(baseURL, platen.WithAPIKey(os.Getenv("PLATEN_API_KEY"))))
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func setFaults(faults ...object) {
	body := bytes.NewReader(must(json.Marshal(faults)))
	must(http.DefaultClient.Do(must(http.NewRequest(http.MethodPut, baseURL+"/-/faults", body)))).Body.Close()
	seen()
}

func seen() (requests []request) {
	answer := must(http.Get(baseURL + "/-/seen"))
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&requests); err != nil {
		log.Fatal(err)
	}
	return requests
}

func rendered(ctx context.Context, data any, options ...platen.RenderCallOption) ([]byte, error) {
	file, err := client.RenderPDF(ctx, canvas, data, options...)
	if err != nil {
		return nil, err
	}
	return file.Bytes()
}

func codeOf(_ []byte, err error) string {
	var failed *platen.Error
	switch {
	case err == nil:
		return "none"
	case errors.As(err, &failed):
		return string(failed.Code)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "aborted"
	}
	return err.Error()
}

func busy(status int, code string, headers object) object {
	body := must(json.Marshal(object{"error": "Busy.", "code": code, "requestId": "req_1"}))
	return object{"kind": "answer", "status": status, "headers": headers, "body": string(body)}
}

func main() {
	ctx := context.Background()
	var invoice Invoice
	payload := must(os.ReadFile("invoice.json"))
	if err := json.Unmarshal(payload, &invoice); err != nil {
		log.Fatal(err)
	}

	first := must(client.RenderPDF(ctx, canvas, invoice, platen.WithIdempotencyKey("scenario-go")))
	if err := first.Save("saved.pdf"); err != nil {
		log.Fatal(err)
	}
	again := must(client.RenderPDF(ctx, canvas, invoice, platen.WithIdempotencyKey("scenario-go")))
	replay := object{
		"isSame": again.Answer.RenderID == first.Answer.RenderID,
		"sum":    sumOf(must(again.Bytes())),
	}
	var titles []string
	for each, err := range client.Canvases(ctx, platen.ListCanvasesQuery{PageSize: 2}) {
		titles = append(titles, must(each, err).Title)
	}
	job := must(client.StartRender(ctx, canvas, invoice))
	jobSum := sumOf(must(must(job.File(ctx)).Bytes()))
	setFaults(object{"kind": "cut"})
	rangedSum := sumOf(must(must(client.GetRenderPDF(ctx, job.ID)).Bytes()))
	var ranges []bool
	for _, each := range seen() {
		ranges = append(ranges, each.Range != nil)
	}
	var wrong object
	if err := json.Unmarshal(payload, &wrong); err != nil {
		log.Fatal(err)
	}
	wrong["customer"].(object)["name"] = 3
	_, err := client.RenderPDF(ctx, canvas, wrong)
	var refused *platen.Error
	violations := [][3]string{}
	if errors.As(err, &refused) {
		for _, each := range refused.Violations {
			violations = append(violations, [3]string{each.Path, each.Rule, each.Expected})
		}
	}
	setFaults(
		busy(429, "rate_limited", object{"retry-after": "1"}), busy(503, "unavailable", nil), object{"kind": "lose"},
	)
	started := time.Now()
	busySum := sumOf(must(rendered(ctx, invoice)))
	hasWaited := time.Since(started) >= time.Second
	many := seen()
	keys := map[string]bool{}
	for _, each := range many {
		keys[*each.Key] = true
	}
	setFaults(object{"kind": "cut"})
	cutSum := sumOf(must(rendered(ctx, invoice)))
	setFaults(object{"kind": "cut"})
	begun := must(client.StartRender(ctx, canvas, invoice)).ID != ""

	written := must(json.Marshal(object{
		"name": first.Name, "pages": first.Answer.Pages, "saved": sumOf(must(os.ReadFile("saved.pdf"))),
		"replay": replay, "titles": titles, "jobSum": jobSum, "rangedSum": rangedSum, "ranges": ranges,
		"violations": violations, "busySum": busySum, "hasWaited": hasWaited, "cutSum": cutSum, "begun": begun,
		"failures": failures(ctx, invoice), "tries": object{"many": len(many), "keys": len(keys)},
	}))
	fmt.Println(string(written))
}

func failures(ctx context.Context, invoice Invoice) (codes []string) {
	for _, kind := range []string{"lose", "cut", "shorten", "damage"} {
		setFaults(object{"kind": kind})
		codes = append(codes, codeOf(rendered(ctx, invoice, platen.WithoutIdempotencyKey())))
	}
	setFaults(busy(404, "not_found", nil))
	codes = append(codes, codeOf(rendered(ctx, invoice)), fmt.Sprintf("%d try", len(seen())))
	setFaults(object{"kind": "hang"})
	codes = append(codes, codeOfEnded(invoice, 200*time.Millisecond))
	setFaults(object{"kind": "stall"})
	codes = append(codes, codeOfEnded(invoice, 2*time.Second))
	setFaults(object{"kind": "hang"})
	codes = append(codes, codeOf(rendered(ctx, invoice, platen.WithTimeout(200*time.Millisecond))))
	// The first wait before a second try is longer than the time that this call has: it must not meet a dead connection.
	setFaults(object{"kind": "leave"}, object{"kind": "hang"})
	must(rendered(ctx, invoice))
	time.Sleep(200 * time.Millisecond)
	return append(codes, codeOf(rendered(ctx, invoice, platen.WithTimeout(100*time.Millisecond))))
}

func codeOfEnded(invoice Invoice, after time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	return codeOf(rendered(ctx, invoice))
}
