package platen

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Code is what went wrong, out of a closed list. A later service may know more.
type Code string

// What went wrong on the way, or with what came. The others are the service's own.
const (
	// CodeConnectionBroken: The connection broke, and no further try was safe or left.
	CodeConnectionBroken Code = "connection_broken"
	// CodeDeadlineExceeded: Time ran out before an answer came.
	CodeDeadlineExceeded Code = "deadline_exceeded"
	// CodeFileDamaged: The file that came is not the one that was made: its SHA-256 differs, or another one came after
	// a break.
	CodeFileDamaged Code = "file_damaged"
	// CodeUnexpectedAnswer: Something that is not Platen answered.
	CodeUnexpectedAnswer Code = "unexpected_answer"
	// CodeRenderExpired: The file was stored and is kept no longer.
	CodeRenderExpired Code = "render_expired"
)

// A Kind is what a program does about an error.
type Kind string

// The kinds of errors.
const (
	// KindData: The payload or its look is wrong, see Violations and Diagnostics.
	KindData Kind = "data"
	// KindRequest: The call is wrong.
	KindRequest Kind = "request"
	// KindAccess: The key is wrong, or nothing of that name is within its reach.
	KindAccess Kind = "access"
	// KindLimit: It is too much for now or for the plan.
	KindLimit Kind = "limit"
	// KindService: The service failed or is away.
	KindService Kind = "service"
	// KindConnection: What lies between is broken.
	KindConnection Kind = "connection"
)

// An Error is every failure of a call but its end by its context, which errors.Is finds as context.Canceled or
// context.DeadlineExceeded. Take it by errors.As.
type Error struct {
	Kind    Kind
	Code    Code
	Message string
	// Status is that of HTTP, 0 where no answer came. That of a failed job is what a request would have got.
	Status int
	// RequestID is to be named when you report a problem.
	RequestID string
	// Violations has one for each place where the data is not as the form declares it.
	Violations []Violation
	// Diagnostics is what was found of a form or its look that was refused.
	Diagnostics []Diagnostic
	// RetryAfter is after how long another try makes sense; 0 where the service does not say.
	RetryAfter time.Duration
	// IdempotencyKey is that of the call: a call with the same one makes no second file.
	IdempotencyKey string

	hasRetryAfter bool
	cause         error
}

// Error is the message with its code.
func (e *Error) Error() string {
	request := ""
	if e.RequestID != "" {
		request = ", " + e.RequestID
	}
	return fmt.Sprintf("platen: %s (%s%s)", e.Message, e.Code, request)
}

// Unwrap is what lies behind a failure on the way; nil where the service answered.
func (e *Error) Unwrap() error { return e.cause }

func newError(code Code, message string, status int) *Error {
	return &Error{Kind: kindOf(code, status), Code: code, Message: message, Status: status}
}

func kindOf(code Code, status int) Kind {
	switch code {
	case CodeDataContractViolation, CodeDocumentRefused:
		return KindData
	case CodeRenderExpired:
		return KindAccess
	case CodeUnexpectedAnswer:
		return KindService
	}
	switch {
	case status == 0:
		return KindConnection
	case status >= 500:
		return KindService
	case status == http.StatusPaymentRequired || status == http.StatusTooManyRequests:
		return KindLimit
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound:
		return KindAccess
	}
	return KindRequest
}

// The error that an answer tells. What is no answer of Platen, such as a proxy's page, is CodeUnexpectedAnswer.
func errorOfAnswer(came *answer, key string) *Error {
	var detail ErrorDetail
	var failed *Error
	if json.Unmarshal(came.body, &detail) == nil && detail.Code != "" && detail.Error != "" {
		failed = errorOfDetail(detail, came.status)
	} else {
		failed = newError(CodeUnexpectedAnswer, strangeMessage(came.status), came.status)
	}
	if failed.RequestID == "" {
		failed.RequestID = came.headers.Get("x-request-id")
	}
	failed.RetryAfter, failed.hasRetryAfter = retryAfterOf(came.headers.Get("retry-after"))
	failed.IdempotencyKey = key
	return failed
}

func errorOfDetail(detail ErrorDetail, status int) *Error {
	failed := newError(Code(detail.Code), detail.Error, status)
	failed.RequestID = detail.RequestID
	failed.Violations = detail.Details
	failed.Diagnostics = detail.Diagnostics
	return failed
}

func strangeMessage(status int) string {
	if status >= 300 && status < 400 {
		return "What answered with a redirect is not Platen. Give the address that it leads to as baseURL."
	}
	return fmt.Sprintf("What answered with status %d is not Platen.", status)
}

// A Retry-After is a number of seconds or a date (RFC 9110 §10.2.3).
func retryAfterOf(header string) (time.Duration, bool) {
	const most = 1 << 31
	if seconds, err := strconv.ParseUint(strings.TrimSpace(header), 10, 32); err == nil {
		return time.Duration(min(seconds, most)) * time.Second, true
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0, false
	}
	return max(0, time.Until(at)), true
}
