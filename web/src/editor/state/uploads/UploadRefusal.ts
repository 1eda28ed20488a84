/** An error for a rejected upload, with a translated message. */
export class UploadRefusal extends Error {}
