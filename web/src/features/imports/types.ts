/** What the server says of spreadsheets. */
export type Mode = 'create' | 'update' | 'upsert' | 'replace';
export type Key = 'id' | 'uuid' | 'license_id' | 'recipient_id' | 'email';
export type RecipientData = 'leave' | 'change' | 'change_past';
export type DateOrder = '' | 'dmy' | 'mdy';

export interface Message {
  code: string;
  message: string;
  params?: Record<string, unknown>;
}
export interface ImportColumn {
  index: number;
  name: string;
  samples: string[];
  filled: number;
  dates: 'none' | 'clear' | 'dmy' | 'mdy' | 'ambiguous';
}
export interface ImportMapping {
  columns: { index: number; target: string; date_order?: DateOrder }[];
  constants: { target: string; value: string }[];
}
export interface ImportSettings {
  mode: Mode;
  key: Key;
  group_id: number | null;
  create_groups: boolean;
  recipient_data: RecipientData;
}
export interface Import {
  uuid: string;
  id: number;
  state:
    | 'uploaded'
    | 'parsed'
    | 'mapped'
    | 'validated'
    | 'importing'
    | 'completed'
    | 'completed_with_errors'
    | 'failed'
    | 'cancelled';
  problem: Message | null;
  file_name: string;
  format: 'csv' | 'txt' | 'xls' | 'xlsx';
  size: number;
  sheets: string[];
  sheet: number;
  delimiter: '' | ',' | ';' | 'tab' | '|';
  encoding: string;
  header_row: number;
  columns: ImportColumn[];
  mapping: ImportMapping;
  remembered: boolean;
  settings: ImportSettings;
  total_rows: number;
  good_rows: number;
  warning_rows: number;
  error_rows: number;
  excluded_rows: number;
  new_recipients: number;
  problem_counts: { code: string; severity: 'error' | 'warning'; count: number }[];
  skipped_columns: number[];
  notices: Message[];
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  publish: boolean;
  send_email: boolean;
  hold_minutes: number;
  publication_uuid: string | null;
  consent: { name: string; at: string } | null;
  undo: {
    started_at: string;
    finished_at: string | null;
    deleted: number;
    revoked: number;
    not_undone: { reason: 'updated' | 'published' | 'changed'; count: number }[];
  } | null;
  created_by: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  expires_at: string;
}
export interface Problem extends Message {
  severity: 'error' | 'warning';
  column: number | null;
  field: string;
}
export interface ImportRow {
  number: number;
  cells: string[];
  excluded: boolean;
  problems: Problem[];
  outcome: 'created' | 'updated' | 'skipped' | 'failed' | null;
  reason: { code: string; message: string } | null;
  credential_id: string | null;
}
