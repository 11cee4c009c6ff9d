import { Migration } from "@mikro-orm/migrations";

/**
 * Everything an installation keeps at its first release. Rows of an organization name it even where another reference
 * implies it, and references carry it along: no row can belong to two organizations, whatever the code does.
 */
export class OrganizationsCanvasesRenders extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) {
      this.addSql(statement);
    }
  }
}

const STATEMENTS: readonly string[] = [
  `create table organizations (
    id text collate "C" primary key,
    name text not null check (name <> ''),
    plan text not null,
    created_at timestamptz(3) not null
  )`,

  `create table workspaces (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organizations (id),
    name text not null check (name <> ''),
    created_at timestamptz(3) not null,
    constraint workspaces_name_unique unique (organization_id, name),
    constraint workspaces_organization_unique unique (organization_id, id)
  )`,

  `create table people (
    id text collate "C" primary key,
    email text not null constraint people_email_unique unique check (email <> ''),
    password_hash text not null,
    created_at timestamptz(3) not null
  )`,

  `create table memberships (
    person_id text collate "C" not null references people (id),
    organization_id text collate "C" not null references organizations (id),
    role text not null check (role in ('owner', 'member')),
    since timestamptz(3) not null,
    primary key (person_id, organization_id)
  )`,

  `create table api_keys (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organizations (id),
    workspace_id text collate "C",
    role text not null check (role in ('render', 'data-write')),
    label text not null,
    prefix text not null constraint api_keys_prefix_unique unique,
    secret_hash bytea not null check (octet_length(secret_hash) = 32),
    created_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    constraint api_keys_workspace_foreign
      foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
  )`,
  "create index api_keys_organization_index on api_keys (organization_id, id)",

  `create table canvases (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organizations (id),
    workspace_id text collate "C" not null,
    title text not null check (title <> ''),
    title_search text not null,
    version integer not null check (version >= 1),
    published_at timestamptz(3) not null,
    content_hash text not null,
    field_count integer not null check (field_count >= 0),
    record_source text,
    encryption text not null check (encryption in ('none', 'optional', 'required')),
    constraint canvases_title_unique unique (workspace_id, title),
    constraint canvases_workspace_unique unique (workspace_id, id),
    constraint canvases_workspace_foreign
      foreign key (organization_id, workspace_id) references workspaces (organization_id, id)
  )`,
  "create index canvases_newest_index on canvases (organization_id, published_at desc, id desc)",

  `create table canvas_versions (
    canvas_id text collate "C" not null references canvases (id),
    version integer not null check (version >= 1),
    title text not null,
    source text not null,
    compiled text not null,
    payload_schema text not null,
    content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
    engine_version text not null,
    font_versions text not null,
    field_count integer not null check (field_count >= 0),
    record_source text,
    encryption text not null check (encryption in ('none', 'optional', 'required')),
    published_at timestamptz(3) not null,
    primary key (canvas_id, version)
  )`,
  // The newest version is always there: checked at the end of the transaction, as the two rows need each other.
  `alter table canvases add constraint canvases_version_foreign
    foreign key (id, version) references canvas_versions (canvas_id, version) deferrable initially deferred`,
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a published version does not change';
    end
  $$`,
  `create trigger canvas_versions_immutable before update on canvas_versions
    for each row execute function refuse_change()`,

  `create table renders (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organizations (id),
    workspace_id text collate "C" not null,
    canvas_id text collate "C" not null,
    canvas_version integer not null,
    key_id text collate "C" references api_keys (id),
    person_id text collate "C" references people (id),
    status text not null check (status in ('queued', 'rendering', 'succeeded', 'failed', 'expired')),
    period text not null check (period ~ '^\\d{4}-\\d{2}$'),
    records integer not null check (records >= 0),
    pages integer check (pages >= 0),
    bytes bigint check (bytes >= 0),
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    engine_version text not null,
    file_name text not null,
    created_at timestamptz(3) not null,
    deadline_at timestamptz(3) not null,
    finished_at timestamptz(3),
    expires_at timestamptz(3),
    stored boolean not null,
    error_code text,
    error_message text,
    error_request_id text,
    constraint renders_workspace_foreign
      foreign key (organization_id, workspace_id) references workspaces (organization_id, id),
    constraint renders_canvas_foreign foreign key (workspace_id, canvas_id) references canvases (workspace_id, id),
    constraint renders_version_foreign
      foreign key (canvas_id, canvas_version) references canvas_versions (canvas_id, version),
    constraint renders_requested_check check (num_nonnulls(key_id, person_id) = 1),
    constraint renders_finished_check check ((finished_at is null) = (status in ('queued', 'rendering'))),
    constraint renders_result_check check (
      (status in ('succeeded', 'expired')) = (num_nonnulls(pages, bytes, sha256) = 3)
      and (status in ('succeeded', 'expired') or num_nonnulls(pages, bytes, sha256) = 0)
    ),
    constraint renders_stored_check check (not stored or (status = 'succeeded' and expires_at is not null)),
    constraint renders_error_check check (
      num_nonnulls(error_code, error_message, error_request_id) = case when status = 'failed' then 3 else 0 end
    )
  )`,
  "create index renders_newest_index on renders (organization_id, created_at desc, id desc)",
  "create index renders_canvas_index on renders (canvas_id, created_at desc, id desc)",
  "create index renders_deadline_index on renders (deadline_at) where status in ('queued', 'rendering')",
  "create index renders_expiry_index on renders (expires_at) where stored",

  `create table usage (
    organization_id text collate "C" not null references organizations (id),
    period text not null check (period ~ '^\\d{4}-\\d{2}$'),
    records bigint not null check (records >= 0),
    reserved bigint not null check (reserved >= 0),
    renders bigint not null check (renders >= 0),
    pages bigint not null check (pages >= 0),
    primary key (organization_id, period)
  )`,

  `create table datasets (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organizations (id),
    workspace_id text collate "C" not null,
    name text not null check (name <> ''),
    canvas_id text collate "C" constraint datasets_canvas_unique unique,
    json text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint datasets_name_unique unique (workspace_id, name),
    constraint datasets_workspace_foreign
      foreign key (organization_id, workspace_id) references workspaces (organization_id, id),
    constraint datasets_canvas_foreign foreign key (workspace_id, canvas_id) references canvases (workspace_id, id)
  )`,
];
