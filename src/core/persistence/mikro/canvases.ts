import type { FilterQuery } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { isId, newId, type Scope } from "../../tenancy/index.ts";
import type {
  Canvas,
  CanvasContent,
  CanvasRepository,
  PublishFailure,
  PublishRequest,
  TitleMatch,
  UnpublishRequest,
} from "../canvas-ports.ts";
import type { Result } from "../membership-ports.ts";
import { decodePageToken, encodePageToken } from "../page-token.ts";
import { normalizeTitle, searchForm } from "../title.ts";
import { CanvasEntity, type CanvasRow, CanvasVersionEntity } from "./entities.ts";
import { statementsOver } from "./query-builder.ts";
import { instantOf, literalPattern, type Session, type SqlRow, type Statements, sqlInstant } from "./session.ts";
import { WrongRow } from "./unavailable.ts";

/** Enough to tell a caller which titles begin alike; more would be a list, and there is one. */
const CANDIDATES_MAX = 20;

const NEWEST_FIRST = { publishedAt: "desc", id: "desc" } as const;

/** Canvases and their published versions. */
export function canvasRepository(session: Session, statements: Statements): CanvasRepository {
  return {
    publish: (request) => publish(session(), request),

    unpublish: (request) => unpublish(session(), request),

    async named(document, workspaceId) {
      const where = canvasNamed(document, workspaceId);
      const published = { $and: [where ?? {}, { unpublishedAt: null }] };
      const row = where === null ? null : await session().findOne(CanvasEntity, published);
      return row === null ? null : toCanvas(row);
    },

    async list({ scope, query, pageSize, pageToken }) {
      const filters = ["canvases", scope.organizationId, scope.workspaceId, query];
      const after = pageToken === null ? null : decodePageToken(pageToken, filters);
      if (pageToken !== null && after === null) {
        return { ok: false, reason: "page_token_invalid" };
      }
      const where: FilterQuery<CanvasRow>[] = [publishedIn(scope)];
      if (query !== null) {
        if (query.includes("\0")) {
          return { ok: true, value: { items: [], nextPageToken: null } };
        }
        where.push({ titleSearch: { $like: `%${literalPattern(searchForm(query))}%` } });
      }
      if (after !== null) {
        where.push({ id: { $lt: after.id } });
      }
      // By what never changes: a canvas that is published anew between two pages must not jump over the reader.
      const order = { orderBy: { id: "desc" }, limit: pageSize + 1 } as const;
      const rows = await session().find(CanvasEntity, { $and: where }, order);
      const items = rows.slice(0, pageSize).map(toCanvas);
      const last = rows.length > pageSize ? items.at(-1) : undefined;
      const nextPageToken =
        last === undefined ? null : encodePageToken({ instant: last.publishedAt, id: last.id }, filters);
      return { ok: true, value: { items, nextPageToken } };
    },

    async listAll(scope, limit) {
      const rows = await session().find(CanvasEntity, publishedIn(scope), { orderBy: NEWEST_FIRST, limit });
      return rows.map(toCanvas);
    },

    async findPublished(scope, canvasId) {
      if (!isId("cnv", canvasId)) {
        return null;
      }
      const [row] = await statements(PUBLISHED_SQL, [canvasId, scope.organizationId, scope.workspaceId]);
      return row === undefined ? null : canvasOf(row);
    },

    version: (canvasId, version) => findVersion(session(), canvasId, version),

    async content(canvasId, version) {
      const [row] = await statements(CONTENT_SQL, [canvasId, version]);
      return row === undefined ? null : contentIn(row);
    },

    async contentByHash(contentHash) {
      const [row] = await statements(CONTENT_BY_HASH_SQL, [contentHash]);
      return row === undefined ? null : contentIn(row);
    },

    findByTitle: (scope, title) => findByTitle(session(), scope, title),
  };
}

const PUBLISHED_SQL = `
  select id, organization_id, workspace_id, title, version, published_at, content_hash, field_count, record_source,
    encryption
  from canvases
  where id = $1::text and organization_id = $2::text and ($3::text is null or workspace_id = $3::text)
    and unpublished_at is null`;

const CONTENT = `
  select source, compiled, payload_schema, summary, content_hash, engine_version, font_versions, field_count,
    record_source, encryption
  from canvas_versions`;

const CONTENT_SQL = `${CONTENT} where canvas_id = $1::text and version = $2::int`;

/** Versions of one hash are the same but for the notes in their sources: the newest speaks for all. */
const CONTENT_BY_HASH_SQL = `${CONTENT}
  where content_hash = $1::text order by published_at desc, canvas_id desc limit 1`;

/** With parameters: the ORM writes values into the statement's text, letter by letter, and these are megabytes. */
const INSERT_VERSION_SQL = `
  insert into canvas_versions (canvas_id, version, title, source, compiled, payload_schema, summary, content_hash,
    engine_version, font_versions, field_count, record_source, encryption, published_at)
  values ($1::text, $2::int, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::int,
    $12::text, $13::text, $14::timestamptz)`;

function contentIn(row: SqlRow): CanvasContent {
  const { summary, record_source: recordSource } = row;
  return {
    source: String(row["source"]),
    compiled: String(row["compiled"]),
    schema: String(row["payload_schema"]),
    summary: summary === null ? null : String(summary),
    contentHash: String(row["content_hash"]),
    engineVersion: String(row["engine_version"]),
    fontVersions: String(row["font_versions"]),
    fieldCount: Number(row["field_count"]),
    recordSource: recordSource === null ? null : String(recordSource),
    encryption: encryptionIn(row),
  };
}

function encryptionIn({ encryption }: SqlRow): Canvas["encryption"] {
  if (encryption === "none" || encryption === "optional" || encryption === "required") return encryption;
  throw new WrongRow("a canvas");
}

function canvasOf(row: SqlRow): Canvas {
  const { record_source: recordSource } = row;
  const publishedAt = instantOf(row["published_at"]);
  if (publishedAt === null) throw new WrongRow("a canvas");
  return {
    id: String(row["id"]),
    organizationId: String(row["organization_id"]),
    workspaceId: String(row["workspace_id"]),
    title: String(row["title"]),
    version: Number(row["version"]),
    publishedAt,
    contentHash: String(row["content_hash"]),
    fieldCount: Number(row["field_count"]),
    recordSource: recordSource === null ? null : String(recordSource),
    encryption: encryptionIn(row),
  };
}

async function findVersion(em: SqlEntityManager, canvasId: string, version: number): Promise<Canvas | null> {
  const row = await em.findOne(CanvasEntity, { id: canvasId });
  const frozen = await em.findOne(CanvasVersionEntity, { canvasId, version });
  if (row === null || frozen === null) return null;
  const { title, contentHash, fieldCount, recordSource, encryption, publishedAt } = frozen;
  return {
    ...toCanvas(row),
    ...{ title, version, contentHash, fieldCount, encryption, publishedAt },
    recordSource: recordSource ?? null,
  };
}

async function publish(em: SqlEntityManager, request: PublishRequest): Promise<Result<Canvas, PublishFailure>> {
  const title = normalizeTitle(request.title);
  if (title === null) {
    return { ok: false, reason: "title_invalid" };
  }
  return em.transactional(async (inner) => {
    // Publishings of one workspace follow one another: no title is given twice, and no version number either. The
    // weaker lock lets renders of the workspace go on, which only need its key.
    const [workspace] = await inner.execute<{ organization_id: string }[]>(
      "select organization_id from workspaces where id = ? for no key update",
      [request.workspaceId],
    );
    if (workspace === undefined) {
      return { ok: false, reason: "workspace_not_found" };
    }
    const { workspaceId, canvasId } = request;
    const titled = await inner.findOne(CanvasEntity, { workspaceId, title });
    const previous = canvasId === null ? titled : await inner.findOne(CanvasEntity, { workspaceId, id: canvasId });
    if (canvasId !== null && previous === null) {
      return { ok: false, reason: "canvas_not_found" };
    }
    if (titled !== null && previous !== null && titled.id !== previous.id) {
      return { ok: false, reason: "title_taken" };
    }
    const canvas: Canvas = {
      id: previous?.id ?? newId("cnv"),
      organizationId: workspace.organization_id,
      workspaceId,
      title,
      version: (previous?.version ?? 0) + 1,
      publishedAt: request.publishedAt,
      contentHash: request.content.contentHash,
      fieldCount: request.content.fieldCount,
      recordSource: request.content.recordSource,
      encryption: request.content.encryption,
    };
    await write(inner, canvas, request, previous === null);
    return { ok: true, value: canvas };
  });
}

async function write(em: SqlEntityManager, canvas: Canvas, request: PublishRequest, isNew: boolean): Promise<void> {
  const row = { ...canvas, titleSearch: searchForm(canvas.title) };
  if (isNew) {
    await em.insert(CanvasEntity, row);
  } else {
    const { id, ...changes } = row;
    await em.nativeUpdate(CanvasEntity, { id }, { ...changes, unpublishedAt: null });
  }
  const { id, version, title, publishedAt } = canvas;
  const { source, compiled, schema, summary, contentHash, engineVersion, fontVersions, ...facts } = request.content;
  await statementsOver(em.getKysely())(INSERT_VERSION_SQL, [
    ...[id, version, title, source, compiled, schema, summary, contentHash, engineVersion, fontVersions],
    ...[facts.fieldCount, facts.recordSource, facts.encryption, sqlInstant(publishedAt)],
  ]);
}

async function unpublish(
  em: SqlEntityManager,
  { document, workspaceId, unpublishedAt }: UnpublishRequest,
): Promise<Canvas | null> {
  const where = canvasNamed(document, workspaceId);
  const row = where === null ? null : await em.findOne(CanvasEntity, where);
  if (row === null) return null;
  await em.nativeUpdate(CanvasEntity, { id: row.id, unpublishedAt: null }, { unpublishedAt });
  return toCanvas(row);
}

/** A title names nothing without the workspace that it is unique in. */
export function canvasNamed(document: string, workspaceId: string | null): FilterQuery<CanvasRow> | null {
  if (isId("cnv", document)) return workspaceId === null ? { id: document } : { id: document, workspaceId };
  const title = normalizeTitle(document);
  return title === null || workspaceId === null ? null : { title, workspaceId };
}

async function findByTitle(em: SqlEntityManager, scope: Scope, title: string): Promise<TitleMatch> {
  const normalized = normalizeTitle(title);
  if (normalized === null) {
    return { kind: "none" };
  }
  const conditions: readonly FilterQuery<CanvasRow>[] = [
    { title: normalized },
    { title: { $like: `${literalPattern(normalized)}%` } },
  ];
  for (const condition of conditions) {
    const rows = await em.find(
      CanvasEntity,
      { $and: [publishedIn(scope), condition] },
      { orderBy: NEWEST_FIRST, limit: CANDIDATES_MAX },
    );
    const [first, ...others] = rows.map(toCanvas);
    if (first !== undefined) {
      return others.length === 0
        ? { kind: "found", canvas: first }
        : { kind: "ambiguous", candidates: [first, ...others] };
    }
  }
  return { kind: "none" };
}

function publishedIn(scope: Scope): FilterQuery<CanvasRow> {
  const { organizationId, workspaceId } = scope;
  const published = { organizationId, unpublishedAt: null };
  return workspaceId === null ? published : { ...published, workspaceId };
}

function toCanvas(row: CanvasRow): Canvas {
  return {
    id: row.id,
    organizationId: row.organizationId,
    workspaceId: row.workspaceId,
    title: row.title,
    version: row.version,
    publishedAt: row.publishedAt,
    contentHash: row.contentHash,
    fieldCount: row.fieldCount,
    recordSource: row.recordSource ?? null,
    encryption: row.encryption,
  };
}
