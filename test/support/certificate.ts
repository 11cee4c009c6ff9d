// Makes a self-signed certificate for 127.0.0.1, in DER (X.680, RFC 5280), because tests may rely on no other program.
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate and its key, as PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];

/** A certificate that is good for the address 127.0.0.1 and the name localhost. */
export function selfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "der" },
  });
  const algorithm = sequence(der(0x06, Buffer.from(ECDSA_WITH_SHA256)));
  const name = sequence(der(0x31, sequence(der(0x06, Buffer.from(COMMON_NAME)), der(0x0c, Buffer.from("localhost")))));
  const alternatives = sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = sequence(der(0x06, Buffer.from(SUBJECT_ALTERNATIVE_NAME)), der(0x04, alternatives));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231000000Z"))),
    name,
    publicKey,
    der(0xa3, sequence(extension)),
  );
  const signature = sign("sha256", body, createPrivateKey(privateKey));
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString("base64").replaceAll(/(.{64})/g, "$1\n");
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key: privateKey };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

/** A tag, the length of the content in the shortest form, and the content. */
function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
