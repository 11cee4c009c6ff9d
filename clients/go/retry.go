package platen

import (
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	firstWait = 250 * time.Millisecond
	waitMost  = 8 * time.Second
	// Many clients that were sent away at once come back spread over this time.
	spread = 250 * time.Millisecond
)

// How long to wait before another try, and whether there is one. Platen's own 429 and 503 come before any work. A 504
// with Retry-After tells of work that goes on. What a broken connection or a proxy's failure has left behind is
// unknown: only a call that may be repeated is tried again then.
func waitBefore(tried int, failed *Error, mayRepeat bool) (time.Duration, bool) {
	isProxys := false
	if failed.Code == CodeUnexpectedAnswer {
		switch failed.Status {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			isProxys = true
		}
	}
	isBusy := failed.Status == http.StatusTooManyRequests || failed.Status == http.StatusServiceUnavailable
	isUnderWay := failed.Status == http.StatusGatewayTimeout && failed.hasRetryAfter && mayRepeat
	isBroken := (isProxys || failed.Code == CodeConnectionBroken) && mayRepeat
	switch {
	case !(isBusy && !isProxys) && !isUnderWay && !isBroken:
		return 0, false
	case failed.hasRetryAfter:
		return failed.RetryAfter + rand.N(spread), true
	}
	return backoff(tried, waitMost), true
}

// A random time that may double with each try.
func backoff(tried int, most time.Duration) time.Duration {
	half := min(most, firstWait<<min(tried-1, 16)) / 2
	return half + rand.N(half)
}
