package platen.client;

import java.util.Map;

/** What one call sends. {@code hasKey}: whether it takes an idempotency key, which makes it safe to repeat. */
record Input(String verb, String path, Map<String, Object> query, Object body, boolean hasKey) {}
