// Functions of real numbers in +, −, ×, ÷ and square roots alone. Those five are rounded in one way on every machine
// (IEEE 754, 5.4.1); Math.sin and its like are each engine's own affair, and their last digit decides bytes.

/** A right angle as its first 33 bits, whose small multiples are exact, and the rest. */
const RIGHT_ANGLE = 1.5707963267341256;
const RIGHT_ANGLE_REST = 6.077100506506192e-11;

/** Of the sine: x³, x⁵ and so on, fitted to an eighth of a turn about zero (FreeBSD msun, k_sin.c). */
const SINE = [
  -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6, -2.5050760253406863e-8,
  1.58969099521155e-10,
] as const;

/** Of the cosine: x⁴, x⁶ and so on (k_cos.c). */
const COSINE = [
  0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7, 2.087572321298175e-9,
  -1.1359647557788195e-11,
] as const;

/** `factors[0] + factors[1]·x + …`. */
function series(factors: readonly number[], x: number): number {
  let sum = 0;
  for (let index = factors.length - 1; index >= 0; index -= 1) sum = sum * x + (factors[index] ?? 0);
  return sum;
}

/** The sine and the cosine of an angle of some turns, in radians. */
function sineAndCosine(angle: number): readonly [sine: number, cosine: number] {
  const quarters = Math.round(angle / (RIGHT_ANGLE + RIGHT_ANGLE_REST));
  const rest = angle - quarters * RIGHT_ANGLE - quarters * RIGHT_ANGLE_REST;
  const square = rest * rest;
  const sine = rest + rest * square * series(SINE, square);
  const cosine = 1 - (square / 2 - square * square * series(COSINE, square));
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, -sine];
    case 2:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}

export function sineOf(angle: number): number {
  return sineAndCosine(angle)[0];
}

export function cosineOf(angle: number): number {
  return sineAndCosine(angle)[1];
}

export function tangentOf(angle: number): number {
  const [sine, cosine] = sineAndCosine(angle);
  return sine / cosine;
}

/** The length of a line that leads so far across and so far down. */
export function lengthOf(across: number, down: number): number {
  return Math.sqrt(across * across + down * down);
}

/** A whole power of ten, as its own name is read: that is rounded in one way, too. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}

/** The power of ten that a number above zero begins at: 2 of 345, −1 of 0.5. */
export function decimalExponent(value: number): number {
  let exponent = 0;
  while (exponent < 308 && value >= powerOfTen(exponent + 1)) exponent += 1;
  while (exponent > -323 && value < powerOfTen(exponent)) exponent -= 1;
  return exponent;
}

const LOGARITHM_OF_2 = Math.LN2;
const ROOT_OF_2 = Math.SQRT2;

/** 1/3, 1/5 and so on: the logarithm of (1 + s) / (1 − s) is twice s times their series in s². */
const ODD_SHARES = Array.from({ length: 13 }, (_, index) => 1 / (2 * index + 1));

/** The natural logarithm of a number above zero. */
export function logarithmOf(value: number): number {
  if (!(value > 0) || value === Infinity) return value === 0 ? -Infinity : value > 0 ? value : NaN;
  let [rest, doublings] = [value, 0];
  for (; rest > ROOT_OF_2; rest /= 2) doublings += 1;
  for (; rest < ROOT_OF_2 / 2; rest *= 2) doublings -= 1;
  const s = (rest - 1) / (rest + 1);
  return doublings * LOGARITHM_OF_2 + 2 * s * series(ODD_SHARES, s * s);
}

/** A number to a whole power. */
export function wholePower(base: number, exponent: number): number {
  if (!Number.isInteger(exponent)) throw new Error(`${exponent} is no whole exponent`);
  let power = 1;
  for (let step = Math.min(Math.abs(exponent), POWER_STEPS_MAX); step > 0; step -= 1) power *= base;
  return exponent < 0 ? 1 / power : power;
}

/** More only leads from what is no number of a page to what is none either. */
const POWER_STEPS_MAX = 2_000;

/** The fifth root of a number from 0 to 1, by Newton's way. */
function fifthRoot(value: number): number {
  if (value <= 0) return 0;
  let root = 1;
  for (let step = 0; step < NEWTON_STEPS_MAX; step += 1) {
    const fourth = root * root * root * root;
    const next = root - (root * fourth - value) / (5 * fourth);
    if (next >= root) return root;
    root = next;
  }
  return root;
}

const NEWTON_STEPS_MAX = 200;

/** A number from 0 to 1 to the power of 2.4, by which screens make light of it. */
export function toPower24Tenths(value: number): number {
  return value * value * fifthRoot(value * value);
}
