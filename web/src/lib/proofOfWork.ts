import { sha256 } from './sha256';

/** A proof-of-work challenge: find a number whose hash starts with `difficulty` zero bits. */
export interface Challenge {
  challenge: string;
  salt: string;
  difficulty: number;
}

/** The number of hashes to try before yielding to the browser. */
const BATCH = 2000;

/** Returns the smallest number n for which sha256(salt + challenge + n) starts with enough zero bits. */
export async function solve({ challenge, salt, difficulty }: Challenge): Promise<number> {
  for (let number = 0; ; number += 1) {
    if (leadingZeroBits(sha256(`${salt}${challenge}${number}`)) >= difficulty) return number;
    if (number % BATCH === BATCH - 1) await pause();
  }
}

/** Yields to the browser. Unlike messages, timers of background tabs are throttled to one per second. */
function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
