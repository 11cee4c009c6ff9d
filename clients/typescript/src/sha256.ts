// SHA-256 (FIPS 180-4), piece by piece. The digest of Web Crypto takes a whole file at once, and is missing on pages of
// plain HTTP.

/** The first 32 bits of the fractions of the square roots of the first 8 primes. */
// biome-ignore format: a table
const FIRST = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** The same of the cube roots of the first 64 primes. */
// biome-ignore format: a table
const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

const BLOCK_BYTES = 64;

/** The SHA-256 of bytes that come in pieces. */
export class Sha256 {
  readonly #state = Uint32Array.from(FIRST);
  readonly #words = new Uint32Array(ROUNDS.length);
  /** What has come since the last whole block. */
  readonly #rest = new Uint8Array(BLOCK_BYTES);
  #bytes = 0;

  update(part: Uint8Array): void {
    let at = 0;
    const begun = this.#bytes % BLOCK_BYTES;
    this.#bytes += part.length;
    if (begun > 0) {
      at = Math.min(BLOCK_BYTES - begun, part.length);
      this.#rest.set(part.subarray(0, at), begun);
      if (begun + at < BLOCK_BYTES) return;
      this.#take(this.#rest, 0);
    }
    for (; at + BLOCK_BYTES <= part.length; at += BLOCK_BYTES) this.#take(part, at);
    this.#rest.set(part.subarray(at));
  }

  /** The sum in hexadecimal. Nothing can be added afterwards. */
  hex(): string {
    const bytes = this.#bytes;
    const zeros = (2 * BLOCK_BYTES - 9 - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
    const end = new Uint8Array(1 + zeros + 8);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(1 + zeros, Math.floor(bytes / 0x2000_0000));
    view.setUint32(1 + zeros + 4, (bytes << 3) >>> 0);
    this.update(end);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, "0")).join("");
  }

  #take(bytes: Uint8Array, at: number): void {
    const words = this.#words;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK_BYTES);
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(index * 4);
    for (let index = 16; index < ROUNDS.length; index += 1) {
      const [near = 0, far = 0] = [words[index - 2], words[index - 15]];
      const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[index] = (words[index - 16] ?? 0) + small + (words[index - 7] ?? 0) + large;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let index = 0; index < ROUNDS.length; index += 1) {
      const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + large + chosen + (ROUNDS[index] ?? 0) + (words[index] ?? 0)) | 0;
      const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      // One after another: an exchange in one statement takes several times as long.
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + small + most) | 0;
    }
    const sums = [a, b, c, d, e, f, g, h];
    for (let index = 0; index < sums.length; index += 1) {
      this.#state[index] = (this.#state[index] ?? 0) + (sums[index] ?? 0);
    }
  }
}

/** The bits of a word, turned to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
