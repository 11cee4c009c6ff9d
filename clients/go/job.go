package platen

import (
	"context"
	"fmt"
	"time"
)

const (
	jobTimeout = 10 * time.Minute
	// A job is asked for more and more seldom, at last every so often.
	pollMost = 5 * time.Second
)

// A Job is a render in the background. Its ID is all that another process needs: client.Job(id).
type Job struct {
	ID     string
	client *Client
}

// Job is one that was started earlier, perhaps by another process.
func (c *Client) Job(id string) *Job { return &Job{ID: id, client: c} }

// Status is what has become of it by now.
func (j *Job) Status(ctx context.Context, options ...CallOption) (*Render, error) {
	return j.client.GetRender(ctx, j.ID, options...)
}

// Wait waits until the job has succeeded. Its error is the job's own where it failed, CodeDeadlineExceeded where it
// still runs after the Timeout.
func (j *Job) Wait(ctx context.Context, options ...CallOption) (*Render, error) {
	timeout := settingsOf(options).timeout
	if timeout == 0 {
		timeout = jobTimeout
	}
	until := time.Now().Add(timeout)
	waiting := &call{ctx: ctx}
	for asked := 1; ; asked++ {
		render, err := j.Status(ctx, WithTimeout(time.Until(until)))
		if err != nil {
			return nil, err
		}
		switch render.Status {
		case RenderStatusSucceeded:
			return render, nil
		case RenderStatusFailed:
			return nil, failureOf(render)
		case RenderStatusExpired:
			return nil, newError(CodeRenderExpired, fmt.Sprintf("The file of %s is kept no longer.", j.ID), 0)
		}
		wait := backoff(asked, pollMost)
		if wait >= time.Until(until) {
			message := fmt.Sprintf("%s is %s still. Wait again.", j.ID, render.Status)
			return nil, newError(CodeDeadlineExceeded, message, 0)
		}
		if err := waiting.pause(wait); err != nil {
			return nil, err
		}
	}
}

// File waits as Wait does and answers the file.
func (j *Job) File(ctx context.Context, options ...CallOption) (*File[GetRenderPDFResponse], error) {
	if _, err := j.Wait(ctx, options...); err != nil {
		return nil, err
	}
	return j.client.GetRenderPDF(ctx, j.ID)
}

func failureOf(render *Render) *Error {
	if render.Error == nil {
		message := fmt.Sprintf("The render %s failed.", render.ID)
		return newError(CodeInternal, message, statusOf(CodeInternal))
	}
	return errorOfDetail(*render.Error, statusOf(Code(render.Error.Code)))
}
