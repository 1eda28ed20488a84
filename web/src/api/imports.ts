/** The path of the page of an import. */
export const importAddress = (uuid: string) => `/imports/${uuid}`;
