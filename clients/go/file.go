package platen

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
)

// A File is one that the service answers, an io.ReadCloser. Its bytes are on their way and are read once: by Read,
// Bytes or Save. Each checks the SHA-256. Close it where you may not read it to its end. The context of the call ends
// the reading, too.
type File[Facts any] struct {
	// Answer is what the service says of the file.
	Answer Facts
	// Name is how the file is best named; empty where the service does not say.
	Name string
	// SHA256 is in hexadecimal, as the service says it; empty where it does not.
	SHA256 string
	// Size is how many bytes it has, -1 where that is not known before.
	Size      int64
	RequestID string
	// IdempotencyKey is that of the call.
	IdempotencyKey string

	bytes *fileBytes
}

var (
	tagPattern   = regexp.MustCompile(`^(?:W/)?"([0-9a-f]{64})"$`)
	rangePattern = regexp.MustCompile(`^bytes (\d+)-`)
	utf8Name     = regexp.MustCompile(`(?i)filename\*=UTF-8''([^;\s]+)`)
	plainName    = regexp.MustCompile(`filename="([^"]*)"`)
)

func newFile[Facts any](prepared *call, first *answer, factsOf func(http.Header) Facts) *File[Facts] {
	file := &File[Facts]{
		Answer:         factsOf(first.headers),
		Name:           nameOf(first.headers.Get("content-disposition")),
		SHA256:         groupOf(tagPattern, first.headers.Get("etag")),
		Size:           -1,
		RequestID:      first.headers.Get("x-request-id"),
		IdempotencyKey: prepared.key,
	}
	if size, err := strconv.ParseInt(first.headers.Get("content-length"), 10, 64); err == nil {
		file.Size = size
	}
	file.bytes = &fileBytes{
		call: prepared, answer: first, digest: sha256.New(),
		etag: first.headers.Get("etag"), sum: file.SHA256, size: file.Size, requestID: file.RequestID,
	}
	return file
}

// Read reads the bytes as they come. A connection that breaks off is taken up where it broke; where that can't be, Read
// fails. It never ends early, and it fails in place of io.EOF where the SHA-256 is not the file's.
func (f *File[Facts]) Read(part []byte) (int, error) { return f.bytes.read(part) }

// Close lets go of a file that is read no further. Its error is always nil.
func (f *File[Facts]) Close() error {
	f.bytes.end(errClosed)
	return nil
}

// Bytes is the whole file in memory.
func (f *File[Facts]) Bytes() ([]byte, error) {
	defer f.Close()
	whole, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return whole, nil
}

// Save writes the file to a path, piece by piece. Nothing stands under the path before the file is whole and right;
// then it replaces what was there.
func (f *File[Facts]) Save(path string) (err error) {
	defer f.Close()
	draft := path + "." + randomText(6) + ".part"
	sink, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(sink, f)
	err = errors.Join(err, sink.Close())
	if err == nil {
		err = os.Rename(draft, path)
	}
	if err != nil {
		_ = os.Remove(draft)
	}
	return err
}

var errClosed = errors.New("platen: the file was read or closed already: its bytes are there once")

// The bytes of a file, over all the answers that they take.
type fileBytes struct {
	call      *call
	answer    *answer
	digest    hash.Hash
	etag, sum string
	size      int64
	requestID string
	// How many bytes were handed out, and how many of the answer are known already.
	given, skip int64
	breaks      int
	// What every further read answers.
	err error
}

func (b *fileBytes) read(part []byte) (int, error) {
	for b.err == nil && len(part) > 0 {
		if b.call.ctx.Err() != nil {
			b.end(b.call.ended())
			break
		}
		n, err := b.answer.read(part, b.call.client.config.silence)
		known := min(b.skip, int64(n))
		b.skip -= known
		fresh := copy(part, part[known:n])
		b.given += int64(fresh)
		b.digest.Write(part[:fresh])
		if err != nil {
			if err = b.goOn(err); err != nil {
				b.end(err)
			}
		}
		if fresh > 0 {
			return fresh, nil
		}
	}
	return 0, b.err
}

func (b *fileBytes) end(err error) {
	if b.err == nil {
		b.err = err
		b.answer.finish()
	}
}

// What follows the end of an answer: nil where another one goes on, io.EOF where the file is whole.
func (b *fileBytes) goOn(err error) error {
	isWhole := b.size < 0 || b.given == b.size
	isRight := b.sum == "" || hex.EncodeToString(b.digest.Sum(nil)) == b.sum
	if err == io.EOF && isWhole {
		if isRight {
			return io.EOF
		}
		return b.damaged("Its SHA-256 is not the one of the file.")
	}
	if err == io.EOF {
		err = fmt.Errorf("%d of %d bytes came", b.given, b.size)
	}
	failure := b.call.failure(b.answer.reason(err))
	var failed *Error
	isBroken := errors.As(failure, &failed) && failed.Code == CodeConnectionBroken
	if isBroken && b.sum != "" && isRight {
		// All of it came before the connection broke.
		return io.EOF
	}
	if !isBroken || b.breaks >= b.call.client.config.retries || !b.call.mayRepeat() {
		return failure
	}
	b.answer.finish()
	b.breaks++
	if err := b.call.pause(backoff(b.breaks, waitMost)); err != nil {
		return err
	}
	return b.again()
}

// The same call once more, for the bytes behind the first so many.
func (b *fileBytes) again() error {
	again := *b.call
	if b.call.verb == http.MethodGet && b.etag != "" && b.given > 0 {
		again.headers = b.call.headers.Clone()
		again.headers.Set("range", fmt.Sprintf("bytes=%d-", b.given))
		again.headers.Set("if-range", b.etag)
	}
	came, err := again.send(func(int) bool { return false })
	if err != nil {
		return err
	}
	b.answer = came
	from := int64(0)
	if came.status == http.StatusPartialContent {
		from, _ = strconv.ParseInt(groupOf(rangePattern, came.headers.Get("content-range")), 10, 64)
	}
	b.skip = b.given - from
	if came.status == http.StatusAccepted || came.headers.Get("etag") != b.etag || b.skip < 0 {
		return b.damaged("After a break another file came.")
	}
	return nil
}

func (b *fileBytes) damaged(why string) *Error {
	failed := b.call.failed(CodeFileDamaged, "The file did not come as it was made. "+why, nil)
	failed.RequestID = b.requestID
	return failed
}

// The name in UTF-8 (RFC 6266), or else the plain one.
func nameOf(disposition string) string {
	if name, err := url.PathUnescape(groupOf(utf8Name, disposition)); err == nil && name != "" {
		return name
	}
	return groupOf(plainName, disposition)
}

// The first group of a pattern; empty where it does not fit.
func groupOf(pattern *regexp.Regexp, text string) string {
	if found := pattern.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// The number that a header has; 0 where it is not there.
func numberOf(headers http.Header, name string) int64 {
	if number := numberMaybeOf(headers, name); number != nil {
		return *number
	}
	return 0
}

// The number that a header has; nil where it is not there.
func numberMaybeOf(headers http.Header, name string) *int64 {
	number, err := strconv.ParseInt(headers.Get(name), 10, 64)
	if err != nil {
		return nil
	}
	return &number
}
