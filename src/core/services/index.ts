// Services: messages of the protocol → core → messages. The only way in is through the interceptors.
import type { ConnectRouter, Interceptor, Transport } from "@connectrpc/connect";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { CanvasService } from "../../../gen/platen/v1/canvas_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { HealthService } from "../../../gen/platen/v1/health_pb.ts";
import { PeopleService } from "../../../gen/platen/v1/people_pb.ts";
import { ProfileService } from "../../../gen/platen/v1/profile_pb.ts";
import { ReceiptService } from "../../../gen/platen/v1/receipt_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { UsageService } from "../../../gen/platen/v1/usage_pb.ts";
import { type Admit, errorAnswerOf } from "../methods/index.ts";
import { accountService } from "./account-service.ts";
import { AdmissionDesk, type Reach } from "./admission.ts";
import { authoringService } from "./authoring-service.ts";
import { canvasService } from "./canvas-service.ts";
import { datasetService } from "./dataset-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { asAnswerable } from "./failures.ts";
import { healthService } from "./health-service.ts";
import { inProcessTransport, type Served, servedBy } from "./in-process.ts";
import { interceptorsOf } from "./interceptors.ts";
import { LinkedDatasets } from "./linked-datasets.ts";
import { peopleService } from "./people-service.ts";
import { withProcessCache } from "./process-cache.ts";
import { profileService } from "./profile-service.ts";
import { receiptService } from "./receipt-service.ts";
import { type JobTry, RenderJobs } from "./render-jobs.ts";
import { renderService } from "./render-service.ts";
import { usageService } from "./usage-service.ts";

export { networkRate, PASSWORD_CHARACTERS_MIN, type PasswordProblem, SCOPES } from "../tenancy/index.ts";
export type { Reach } from "./admission.ts";
export { audiencesOf } from "./audiences.ts";
export type { AccessGrant, AccessTokens } from "./authentication.ts";
export { CanvasContents } from "./canvas-contents.ts";
export {
  createDatasetSources,
  type DatasetSettings,
  type DatasetSources,
  type DatasetSourcesOptions,
  datasetSettingsMistake,
} from "./dataset-sources.ts";
export type { ServiceDependencies, ServiceLog } from "./dependencies.ts";
export type { PageLanguage } from "./letters.ts";
export type { JobTry } from "./render-jobs.ts";
export type { ChosenAnswer, ForeignIdentity, LinkAnswer, SignIn, SignInAnswer, Throttled } from "./sign-in.ts";
export { createSigningIn, type SigningIn, type SigningInOptions } from "./signing-in.ts";
export { SealedUnderAnotherSecret, type SigningKey, type SigningKeys } from "./signing-keys.ts";

/** The services as doors use them. No handler is reachable around the interceptors. */
export interface Services {
  /** Calls in process, for the doors that transcode (REST, tools, command line). */
  readonly transport: Transport;
  /** Registers all services on a router of Connect, gRPC and gRPC-Web, which must use `interceptors`. */
  readonly routes: (router: ConnectRouter) => void;
  readonly interceptors: Interceptor[];
  readonly admit: Admit;
  /** Told by doors of what they refused themselves, so that monitoring counts it; no method where there is none. */
  readonly refused: (method: string | null, code: string) => void;
  /** What a credential may call and send; the door that asks tells of a refusal, which it words by itself. */
  readonly identify: (headers: Headers) => Promise<Reach>;
  /** Renders a job that was taken on here or elsewhere; throws where another try may help. */
  readonly runJob: (job: JobTry) => Promise<void>;
  /** Refreshes linked datasets that are due, and answers how many. */
  readonly refreshDatasets: (signal?: AbortSignal) => Promise<number>;
}

/** Puts the services together. */
export function createServices(parts: ServiceDependencies): Services {
  const dependencies = { ...parts, database: withProcessCache(parts.database) };
  const jobs = new RenderJobs(dependencies);
  const linked = new LinkedDatasets(dependencies);
  const desk = new AdmissionDesk(dependencies);
  const interceptors = [...interceptorsOf(dependencies, desk)];
  const served = servicesOf(dependencies, jobs, linked);
  return {
    transport: inProcessTransport(served, interceptors),
    routes: (router) => {
      for (const { register } of served) register(router);
    },
    interceptors,
    admit: (request) => counted(dependencies, request.method.descriptor.name, answerable(desk.admit(request))),
    refused: (method, code) => dependencies.metrics.callEnded({ method: method ?? NO_METHOD, code, seconds: 0 }),
    identify: (headers) => answerable(desk.identify(headers)),
    runJob: (job) => jobs.run(job),
    refreshDatasets: (signal) => linked.refreshDue(signal),
  };
}

function servicesOf(dependencies: ServiceDependencies, jobs: RenderJobs, linked: LinkedDatasets): readonly Served[] {
  return [
    servedBy(AccountService, accountService(dependencies)),
    servedBy(AuthoringService, authoringService(dependencies)),
    servedBy(CanvasService, canvasService(dependencies)),
    servedBy(DatasetService, datasetService(dependencies, linked)),
    servedBy(HealthService, healthService(dependencies)),
    servedBy(PeopleService, peopleService(dependencies)),
    servedBy(ProfileService, profileService(dependencies)),
    servedBy(ReceiptService, receiptService(dependencies)),
    servedBy(RenderService, renderService(dependencies, jobs)),
    servedBy(UsageService, usageService(dependencies)),
  ];
}

/** What calls of no method are counted under. */
const NO_METHOD = "none";

/** Counts what admission refuses; what it admits is counted as a call. */
async function counted<Value>(
  { metrics }: ServiceDependencies,
  method: string,
  admission: Promise<Value>,
): Promise<Value> {
  const startedMs = performance.now();
  try {
    return await admission;
  } catch (thrown) {
    const { code } = errorAnswerOf(thrown, "");
    metrics.callEnded({ method, code, seconds: (performance.now() - startedMs) / 1000 });
    throw thrown;
  }
}

/** What doors ask before there is a call fails in the same form as a call. */
async function answerable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw asAnswerable(thrown);
  }
}
