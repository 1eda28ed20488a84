/** The credentials in a file: Open Badges 3.0 and earlier versions. */
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
