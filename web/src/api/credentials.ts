import { readStored, writeStored } from '../lib/storage';

/** What proves who is calling: kept in local storage under the names that other pages read too. */
const AUTHORIZATION = 'authorization';
const DEPARTMENT = 'department';
/** A recipient's own session, which an issuer in the same browser knows nothing of. */
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

/** For a page in a frame: nothing that another site shows may sign anybody in beyond itself. */
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

/** Calls back when another tab signs in, signs out or changes department. */
export function onCredentialsChangedElsewhere(callback: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key === AUTHORIZATION || event.key === DEPARTMENT) callback();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
