/** An upload that was refused, with the reason in words for people. */
export class UploadRefusal extends Error {}
