import type { components } from '../../api/schema.v1.gen';

type Schemas = components['schemas'];

export type Import = Schemas['Import'];
export type ImportColumn = Import['columns'][number];
export type ImportMapping = Required<Schemas['ImportMapping']>;
export type ImportSettings = Required<Schemas['ImportSettings']>;
export type ImportRow = Schemas['ImportRow'];
export type Problem = ImportRow['problems'][number];
export type Mode = ImportSettings['mode'];
export type Key = ImportSettings['key'];
export type RecipientData = ImportSettings['recipient_data'];
export type DateOrder = NonNullable<ImportMapping['columns'][number]['date_order']>;
