// The books that every employer in Japan keeps of its staff (労働基準法22条, 39条, 107条, 108条).

export { leaveLedger } from "./leave-ledger.ts";
export { retirementCertificate } from "./retirement-certificate.ts";
export { wageLedger } from "./wage-ledger.ts";
export { workerRoster } from "./worker-roster.ts";
