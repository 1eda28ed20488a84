import { email, maxLength, minLength, required } from '../../lib/validation';

export const NEW_PASSWORD = [required, minLength(10), maxLength(1000)];
export const EMAIL = [required, email];
export const NAME = [required, maxLength(255)];
