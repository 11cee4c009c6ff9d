import { createHash } from "node:crypto";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { OAuthRecordStore } from "./options.ts";
import { redirectKindOf } from "./redirects.ts";

/** What its bearer could use as it is, is kept under a hash: a reader of the database gets nothing. */
const BEARER_MODELS: ReadonlySet<string> = new Set([
  ...["Session", "Interaction", "AuthorizationCode", "RefreshToken", "AccessToken", "RegistrationAccessToken"],
]);

/** Whoever has just used a grant or a token uses its client. */
const USE_OF_CLIENT: ReadonlySet<string> = new Set(["Grant", "RefreshToken"]);

/** The library takes clocks as different by so much; a record must outlast that. */
const CLOCK_TOLERANCE_SECONDS = 15;

/** The library's storage over the installation's own database. */
export function adapterOver(records: OAuthRecordStore, now: () => Date): (model: string) => Adapter {
  return (model) => {
    const idOf = (id: string): string => (BEARER_MODELS.has(model) ? hashOf(id) : id);
    return {
      async upsert(id, payload, expiresInSeconds) {
        const seconds = expiresInSeconds === undefined ? null : expiresInSeconds + CLOCK_TOLERANCE_SECONDS;
        const at = now();
        const record = {
          ...{ model, id: idOf(id), payload: BEARER_MODELS.has(model) ? withoutBearers(payload) : payload },
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          accountId: accountOf(payload),
          clientId: payload.clientId ?? null,
          expiresAt: seconds === null ? null : new Date(at.getTime() + seconds * 1000),
        };
        await records.keep(record, at);
        if (USE_OF_CLIENT.has(model) && payload.clientId !== undefined) {
          await records.markClientUsed(payload.clientId, at);
        }
      },

      async find(id) {
        const found = await records.find(model, idOf(id), now());
        if (found === null || (model === "Client" && !isSafeClient(found.payload))) return undefined;
        return payloadOf(found, BEARER_MODELS.has(model) ? { jti: id } : {});
      },

      async findByUid(uid) {
        const found = await records.findByUid(model, uid, now());
        return found === null ? undefined : payloadOf(found, {});
      },

      // Codes of devices are not given out.
      findByUserCode: async () => undefined,

      async consume(id) {
        // Of two requests with one code, the second one finds it used although both read it unused.
        if (!(await records.consume(model, idOf(id), now()))) throw new errors.InvalidGrant("already used");
      },

      destroy: (id) => records.destroy(model, idOf(id)),
      revokeByGrantId: (grantId) => records.destroyOfGrant(model, grantId),
    };
  };
}

/** A client that was registered under rules of an earlier version, and may lead people elsewhere, is none. */
function isSafeClient({ redirect_uris: uris }: AdapterPayload): boolean {
  return Array.isArray(uris) && uris.every((uri) => typeof uri === "string" && redirectKindOf(uri) !== null);
}

function payloadOf(
  { payload, consumedAt }: { readonly payload: object; readonly consumedAt: Date | null },
  more: AdapterPayload,
): AdapterPayload {
  const consumed = consumedAt === null ? {} : { consumed: Math.floor(consumedAt.getTime() / 1000) };
  return { ...payload, ...more, ...consumed };
}

/** The payload without the record's own identifier, and without the cookie of the session that it began in. */
function withoutBearers({ jti: _jti, ...payload }: AdapterPayload): AdapterPayload {
  const { session } = payload;
  if (session === undefined) return payload;
  const { cookie: _cookie, ...rest } = { cookie: undefined, ...session };
  return { ...payload, session: { ...rest } };
}

/** Whose a record is, so that all of a person's end together; an interaction's may be known by its result alone. */
function accountOf(payload: AdapterPayload): string | null {
  return payload.accountId ?? payload.session?.accountId ?? payload.result?.login?.accountId ?? null;
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
