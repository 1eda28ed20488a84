/** The path of the page of a publication. */
export const publicationAddress = (uuid: string) => `/publications/${uuid}`;
