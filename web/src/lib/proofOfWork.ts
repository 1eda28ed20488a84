import { sha256 } from './sha256';

/** What is handed out to be solved: a number whose hash begins with `difficulty` zero bits. */
export interface Challenge {
  challenge: string;
  salt: string;
  difficulty: number;
}

/** How many hashes are tried before the page may draw again. */
const BATCH = 2000;

/** Finds the smallest number n for which sha256(salt + challenge + n) begins with enough zero bits. */
export async function solve({ challenge, salt, difficulty }: Challenge): Promise<number> {
  for (let number = 0; ; number += 1) {
    if (leadingZeroBits(sha256(`${salt}${challenge}${number}`)) >= difficulty) return number;
    if (number % BATCH === BATCH - 1) await pause();
  }
}

/** Lets the page draw. Timers of a page that nobody looks at wait for a second each; messages do not. */
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
