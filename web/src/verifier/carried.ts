/** The credentials that a file carries: of Open Badges 3.0, and of the versions before. */
export interface Carried {
  newer: string[];
  older: string[];
}

export type Fault =
  | 'damaged'
  | 'several'
  | 'malformed'
  | 'pdf_without'
  | 'no_credential'
  | 'kind_unsupported';
