/** The path of the page of an archive. */
export const exportAddress = (uuid: string) => `/exports/${uuid}`;
