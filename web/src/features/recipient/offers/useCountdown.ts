import { useEffect, useState } from 'react';
import { isolate } from '../../../lib/bidi';

/** The longest time an offer has. Where the device's clock is wrong, the countdown begins with it. */
const MOST_SECONDS = 300;

/** The time until a moment in minutes and seconds, such as 4:09. */
export function useCountdown(until: string): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return isolate(clockOf((Date.parse(until) - now) / 1000));
}

/** Formats seconds as minutes and seconds. */
export function clockOf(seconds: number): string {
  const left = Math.min(MOST_SECONDS, Math.max(0, Math.ceil(seconds)));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
