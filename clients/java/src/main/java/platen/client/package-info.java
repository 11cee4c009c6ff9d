/**
 * A client of Platen, which renders published form templates and JSON into PDF documents. All tries of a call share one
 * idempotency key, and files come whole or not at all. Begin with {@link platen.client.PlatenClient}.
 */
package platen.client;
