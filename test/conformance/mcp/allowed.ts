// Why checks of the suite can't be passed, by `scenario/check`. One that is passed all the same makes the lane fail, so
// that the lists hold no more than what is lacked.

/** The requirements that the suite is run for. */
type Requirements = "2026-07-28" | "2025-11-25";

/** A reason, and the checks that it is the reason of. */
export interface Lack {
  readonly why: string;
  readonly checks: readonly string[];
}

const CATALOGUE =
  "The suite looks for a tool, resource or prompt of a fixed name; its own catalogue on this transport has it.";
const ASKING = "No tool asks the client for anything while it runs.";
const TASKS = "The extension for tasks: a call ends with its answer, and long renders are jobs of the HTTP interface.";
const HEADERS = "No tool mirrors an argument into a header.";
const LOGGING = "Nothing is logged to clients.";
const SUBSCRIPTIONS = "Resources change with the installation alone.";
const SESSIONS = "The endpoint is stateless: no session, and no stream to take up again.";

/** What the product rightly lacks. */
export const LACKED_BY_PRODUCT: Readonly<Record<Requirements, readonly Lack[]>> = {
  "2026-07-28": [
    {
      why: CATALOGUE,
      checks: [
        "caching/sep-2549-prompts-list-caching-hints",
        "completion-complete/completion-complete",
        "json-schema-2020-12/json-schema-2020-12-tool-found",
        "prompts-get-embedded-resource/prompts-get-embedded-resource",
        "prompts-get-simple/prompts-get-simple",
        "prompts-get-with-args/prompts-get-with-args",
        "prompts-get-with-image/prompts-get-with-image",
        "prompts-list/prompts-list",
        "resources-read-binary/resources-read-binary",
        "resources-read-text/resources-read-text",
        "resources-templates-read/resources-templates-read",
        "tools-call-audio/tools-call-audio",
        "tools-call-embedded-resource/tools-call-embedded-resource",
        "tools-call-error/tools-call-error",
        "tools-call-image/tools-call-image",
        "tools-call-mixed-content/tools-call-mixed-content",
        "tools-call-simple-text/tools-call-simple-text",
        "tools-call-with-progress/tools-call-with-progress",
      ],
    },
    {
      why: ASKING,
      checks: [
        "input-required-result-basic-elicitation/sep-2322-elicitation-incomplete",
        "input-required-result-basic-list-roots/sep-2322-list-roots-incomplete",
        "input-required-result-basic-sampling/sep-2322-sampling-incomplete",
        "input-required-result-capability-check/sep-2322-respect-client-capabilities",
        "input-required-result-ignore-extra-params/sep-2322-ignore-unexpected-params",
        "input-required-result-missing-input-response/sep-2322-missing-response-rerequests",
        "input-required-result-multi-round/sep-2322-multi-round-r1",
        "input-required-result-multiple-input-requests/sep-2322-multiple-inputs-incomplete",
        "input-required-result-non-tool-request/sep-2322-non-tool-incomplete",
        "input-required-result-request-state/sep-2322-request-state-incomplete",
        "input-required-result-result-type/sep-2322-result-type-included",
        "input-required-result-tampered-state/sep-2322-reject-tampered-state",
        "server-stateless/sep-2575-http-server-no-independent-requests-on-stream",
        "server-stateless/sep-2575-missing-capability-http-400",
        "server-stateless/sep-2575-server-rejects-undeclared-capability",
      ],
    },
    {
      why: TASKS,
      checks: [
        "tasks-capability-negotiation/sep-2663-server-rejects-undeclared-client",
        "tasks-capability-negotiation/sep-2663-tasks-methods-non-declaring",
        "tasks-capability-negotiation/tasks-extension-advertised",
        "tasks-capability-negotiation/tasks-per-request-meta-opt-in",
        "tasks-dispatch-and-envelope/sep-2663-durable-create-strong-consistency",
        "tasks-dispatch-and-envelope/sep-2663-legacy-task-param-ignored",
        "tasks-dispatch-and-envelope/sep-2663-tasks-get-invalid-task-id-32602",
        "tasks-dispatch-and-envelope/tasks-immediate-result-shortcut",
        "tasks-dispatch-and-envelope/tasks-result-type-complete-on-non-task-responses",
        "tasks-dispatch-and-envelope/tasks-server-directed-creation-no-hint",
        "tasks-lifecycle/sep-2663-cancel-ack-empty-result",
        "tasks-lifecycle/sep-2663-result-type-task-on-create",
        "tasks-lifecycle/sep-2663-tasks-get-status-completed",
        "tasks-lifecycle/sep-2663-tasks-get-status-failed",
        "tasks-lifecycle/sep-2663-tasks-get-status-working",
        "tasks-lifecycle/sep-2663-tool-error-uses-completed-status",
        "tasks-lifecycle/tasks-cancel-terminal-idempotent-ack",
        "tasks-lifecycle/tasks-sync-tool-call",
        "tasks-mrtr-composition/sep-2663-mrtr-synchronous-before-task-creation",
        "tasks-mrtr-input/sep-2663-tasks-get-status-input-required",
        "tasks-mrtr-input/tasks-mrtr-partial-fulfillment",
        "tasks-mrtr-input/tasks-mrtr-tasks-update-resumes",
        "tasks-request-headers/sep-2663-routing-headers-accepted-on-tasks-get",
        "tasks-request-headers/sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get",
        "tasks-request-headers/tasks-headers-tolerate-mcp-method-on-tools-call",
        "tasks-request-state-removal/tasks-request-state-removal-setup",
        "tasks-required-task-error/sep-2663-server-returns-missing-capability-when-required",
        "tasks-wire-fields/tasks-no-early-ttl-expiry",
        "tasks-wire-fields/tasks-no-related-task-meta-on-inlined-result",
        "tasks-wire-fields/tasks-wire-field-renames",
      ],
    },
    {
      why: HEADERS,
      checks: [
        "http-custom-header-server-validation/sep-2243-server-decode-base64",
        "http-custom-header-server-validation/sep-2243-server-no-xmcp-tool",
        "http-custom-header-server-validation/sep-2243-server-reject-invalid-param-chars",
        "http-custom-header-server-validation/sep-2243-server-reject-param-mismatch",
        "http-custom-header-server-validation/sep-2243-server-validate-param-match",
      ],
    },
    {
      why: LOGGING,
      checks: ["server-stateless/sep-2575-server-no-log-without-loglevel"],
    },
  ],
  "2025-11-25": [
    {
      why: CATALOGUE,
      checks: [
        "completion-complete/completion-complete",
        "json-schema-2020-12/json-schema-2020-12-tool-found",
        "prompts-get-embedded-resource/prompts-get-embedded-resource",
        "prompts-get-simple/prompts-get-simple",
        "prompts-get-with-args/prompts-get-with-args",
        "prompts-get-with-image/prompts-get-with-image",
        "prompts-list/prompts-list",
        "resources-read-binary/resources-read-binary",
        "resources-read-text/resources-read-text",
        "resources-templates-read/resources-templates-read",
        "tools-call-audio/tools-call-audio",
        "tools-call-embedded-resource/tools-call-embedded-resource",
        "tools-call-error/tools-call-error",
        "tools-call-image/tools-call-image",
        "tools-call-mixed-content/tools-call-mixed-content",
        "tools-call-simple-text/tools-call-simple-text",
        "tools-call-with-progress/tools-call-with-progress",
      ],
    },
    {
      why: ASKING,
      checks: [
        "elicitation-sep1034-defaults/elicitation-sep1034-general",
        "elicitation-sep1330-enums/elicitation-sep1330-general",
        "tools-call-elicitation/tools-call-elicitation",
        "tools-call-sampling/tools-call-sampling",
      ],
    },
    {
      why: LOGGING,
      checks: ["logging-set-level/logging-set-level", "tools-call-with-logging/tools-call-with-logging"],
    },
    {
      why: SUBSCRIPTIONS,
      checks: ["resources-subscribe/resources-subscribe", "resources-unsubscribe/resources-unsubscribe"],
    },
    {
      why: SESSIONS,
      checks: [
        "server-sse-multiple-streams/server-sse-multiple-streams-session",
        "server-sse-polling/server-sse-polling-session",
        "server-sse-polling/server-sse-priming-event",
        "server-sse-polling/server-sse-retry-field",
      ],
    },
  ],
};

/** What the transport rightly lacks, whatever catalogue it serves. */
export const LACKED_BY_FIXTURE: Readonly<Record<Requirements, readonly Lack[]>> = {
  "2026-07-28": [
    {
      why: ASKING,
      checks: [
        "input-required-result-basic-elicitation/sep-2322-elicitation-incomplete",
        "input-required-result-basic-list-roots/sep-2322-list-roots-incomplete",
        "input-required-result-basic-sampling/sep-2322-sampling-incomplete",
        "input-required-result-capability-check/sep-2322-respect-client-capabilities",
        "input-required-result-ignore-extra-params/sep-2322-ignore-unexpected-params",
        "input-required-result-missing-input-response/sep-2322-missing-response-rerequests",
        "input-required-result-multi-round/sep-2322-multi-round-r1",
        "input-required-result-multiple-input-requests/sep-2322-multiple-inputs-incomplete",
        "input-required-result-non-tool-request/sep-2322-non-tool-incomplete",
        "input-required-result-request-state/sep-2322-request-state-incomplete",
        "input-required-result-result-type/sep-2322-result-type-included",
        "input-required-result-tampered-state/sep-2322-reject-tampered-state",
        "server-stateless/sep-2575-http-server-no-independent-requests-on-stream",
        "server-stateless/sep-2575-missing-capability-http-400",
        "server-stateless/sep-2575-server-rejects-undeclared-capability",
      ],
    },
    {
      why: TASKS,
      checks: [
        "tasks-capability-negotiation/sep-2663-server-rejects-undeclared-client",
        "tasks-capability-negotiation/sep-2663-tasks-methods-non-declaring",
        "tasks-capability-negotiation/tasks-extension-advertised",
        "tasks-capability-negotiation/tasks-per-request-meta-opt-in",
        "tasks-dispatch-and-envelope/sep-2663-durable-create-strong-consistency",
        "tasks-dispatch-and-envelope/sep-2663-legacy-task-param-ignored",
        "tasks-dispatch-and-envelope/sep-2663-tasks-get-invalid-task-id-32602",
        "tasks-dispatch-and-envelope/tasks-immediate-result-shortcut",
        "tasks-dispatch-and-envelope/tasks-result-type-complete-on-non-task-responses",
        "tasks-dispatch-and-envelope/tasks-server-directed-creation-no-hint",
        "tasks-lifecycle/sep-2663-cancel-ack-empty-result",
        "tasks-lifecycle/sep-2663-result-type-task-on-create",
        "tasks-lifecycle/sep-2663-tasks-get-status-completed",
        "tasks-lifecycle/sep-2663-tasks-get-status-failed",
        "tasks-lifecycle/sep-2663-tasks-get-status-working",
        "tasks-lifecycle/sep-2663-tool-error-uses-completed-status",
        "tasks-lifecycle/tasks-cancel-terminal-idempotent-ack",
        "tasks-lifecycle/tasks-sync-tool-call",
        "tasks-mrtr-composition/sep-2663-mrtr-synchronous-before-task-creation",
        "tasks-mrtr-input/sep-2663-tasks-get-status-input-required",
        "tasks-mrtr-input/tasks-mrtr-partial-fulfillment",
        "tasks-mrtr-input/tasks-mrtr-tasks-update-resumes",
        "tasks-request-headers/sep-2663-routing-headers-accepted-on-tasks-get",
        "tasks-request-headers/sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get",
        "tasks-request-headers/tasks-headers-tolerate-mcp-method-on-tools-call",
        "tasks-request-state-removal/tasks-request-state-removal-setup",
        "tasks-required-task-error/sep-2663-server-returns-missing-capability-when-required",
        "tasks-wire-fields/tasks-no-early-ttl-expiry",
        "tasks-wire-fields/tasks-no-related-task-meta-on-inlined-result",
        "tasks-wire-fields/tasks-wire-field-renames",
      ],
    },
    {
      why: HEADERS,
      checks: [
        "http-custom-header-server-validation/sep-2243-server-decode-base64",
        "http-custom-header-server-validation/sep-2243-server-no-xmcp-tool",
        "http-custom-header-server-validation/sep-2243-server-reject-invalid-param-chars",
        "http-custom-header-server-validation/sep-2243-server-reject-param-mismatch",
        "http-custom-header-server-validation/sep-2243-server-validate-param-match",
      ],
    },
    {
      why: LOGGING,
      checks: ["server-stateless/sep-2575-server-no-log-without-loglevel"],
    },
  ],
  "2025-11-25": [
    {
      why: ASKING,
      checks: [
        "elicitation-sep1034-defaults/elicitation-sep1034-general",
        "elicitation-sep1330-enums/elicitation-sep1330-general",
        "tools-call-elicitation/tools-call-elicitation",
        "tools-call-sampling/tools-call-sampling",
      ],
    },
    {
      why: LOGGING,
      checks: ["logging-set-level/logging-set-level", "tools-call-with-logging/tools-call-with-logging"],
    },
    {
      why: SUBSCRIPTIONS,
      checks: ["resources-subscribe/resources-subscribe", "resources-unsubscribe/resources-unsubscribe"],
    },
    {
      why: SESSIONS,
      checks: [
        "server-sse-multiple-streams/server-sse-multiple-streams-session",
        "server-sse-polling/server-sse-polling-session",
        "server-sse-polling/server-sse-priming-event",
        "server-sse-polling/server-sse-retry-field",
      ],
    },
  ],
};
