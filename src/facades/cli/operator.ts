import type { DescService } from "@bufbuild/protobuf";
import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { errorAnswerOf } from "../../core/methods/index.ts";
import { CliError, type CliHost } from "./host.ts";

/** Calls a service as the operator; a refusal becomes its sentence. The connection is closed whatever happens. */
export async function asOperator<Service extends DescService, Answer>(
  host: CliHost,
  service: Service,
  work: (client: Client<Service>) => Promise<Answer>,
): Promise<Answer> {
  const connection = await host.operator();
  try {
    return await work(createClient(service, connection.transport));
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    const answer = errorAnswerOf(error, "");
    throw new OperatorRefusal(answer.detail.error, answer.detail.diagnostics);
  } finally {
    await connection.close();
  }
}

type Diagnostics = ReturnType<typeof errorAnswerOf>["detail"]["diagnostics"];

/** A refusal of the services, with what the check of a refused source found. */
export class OperatorRefusal extends CliError {
  readonly diagnostics: Diagnostics;
  constructor(sentence: string, diagnostics: Diagnostics) {
    super(sentence, 1);
    this.name = "OperatorRefusal";
    this.diagnostics = diagnostics;
  }
}
