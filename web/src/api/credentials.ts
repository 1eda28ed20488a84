import { readStored, writeStored } from '../lib/storage';

/** The authorization of requests, stored in local storage under names that other pages also read. */
const AUTHORIZATION = 'authorization';
const DEPARTMENT = 'department';
/** The session of a recipient, which is separate from an issuer's session in the same browser. */
const RECIPIENT = 'recipient';

export const authorization = () => readStored(AUTHORIZATION);
export const departmentId = () => readStored(DEPARTMENT);

export function keepAuthorization(value: string): void {
  writeStored(AUTHORIZATION, value);
}

let held: string | null = null;

export const recipientSecret = () => held ?? readStored(RECIPIENT);

export function keepRecipientSecret(value: string | null): void {
  held = null;
  writeStored(RECIPIENT, value);
}

/** For a framed page: keeps the session in memory, so that another site cannot sign anybody in outside the frame. */
export function holdRecipientSecret(value: string): void {
  held = value;
}

export function keepDepartment(id: number | string): void {
  writeStored(DEPARTMENT, String(id));
}

export function forgetCredentials(): void {
  writeStored(AUTHORIZATION, null);
  writeStored(DEPARTMENT, null);
}

/** Calls back when another tab signs in, signs out or changes the department. */
export function onCredentialsChangedElsewhere(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key === AUTHORIZATION || event.key === DEPARTMENT) callback();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
