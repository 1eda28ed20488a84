import { Button, Group, LoadingOverlay, Select, SimpleGrid } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { FormProblems } from '../../ui/form/FormProblems';
import { Panel } from '../../ui/Panel';
import { keepImport, previewQuery, type Reading, readAgain } from './api';
import styles from './imports.module.css';
import { PreviewTable } from './PreviewTable';
import type { Import } from './types';

/** The server's names for the delimiters, and their translation keys. */
const DELIMITERS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['tab', 'tab'],
  ['|', 'bar'],
] as const;
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1256',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
const NO_HEADER = 0;
const HEADER_CHOICES = 20;

/** Options for parsing the file: sheet, header row, delimiter and encoding, with a preview of the first rows. */
export function FileStep({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const mayManage = usePermission('manage_credentials');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { uuid, state, sheets, sheet, delimiter, encoding, header_row: header } = spreadsheet;
  const reading = state === 'uploaded';
  const { data: rows } = useQuery({ ...previewQuery(spreadsheet), enabled: !reading });
  const isText = spreadsheet.format === 'csv' || spreadsheet.format === 'txt';

  const read = async (change: Reading) => {
    setProblems([]);
    try {
      keepImport(queries, await readAgain(uuid, change));
    } catch (error) {
      setProblems(error instanceof ApiError && error.lines.length > 0 ? error.lines : [t('problem.generic')]);
    }
  };
  const shared = { disabled: reading || !mayManage };
  return (
    <Panel title={t('imports.read.title')} description={t('imports.read.help')}>
      <FormProblems problems={problems} />
      <SimpleGrid cols={{ base: 1, sm: isText ? 3 : 2 }} spacing="md" maw={720}>
        {sheets.length > 1 && (
          <Select
            {...shared}
            label={t('imports.read.sheet')}
            value={String(sheet)}
            data={sheets.map((name, index) => ({ value: String(index), label: name }))}
            onChange={(value) => void read({ sheet: Number(value) })}
          />
        )}
        <Select
          {...shared}
          label={t('imports.read.header')}
          value={String(header)}
          data={[
            ...headerChoices(header).map((number) => ({
              value: String(number),
              label: t('imports.read.row', { number: format.number(number) }),
            })),
            { value: String(NO_HEADER), label: t('imports.read.noHeader') },
          ]}
          onChange={(value) => void read({ header_row: Number(value) })}
        />
        {isText && (
          <>
            <Select
              {...shared}
              label={t('imports.read.delimiter')}
              value={delimiter || null}
              data={DELIMITERS.map(([value, name]) => ({ value, label: t(`imports.delimiter.${name}`) }))}
              onChange={(value) => void read({ delimiter: value as Reading['delimiter'] })}
            />
            <Select
              {...shared}
              label={t('imports.read.encoding')}
              value={encoding || null}
              data={ENCODINGS.map((value) => ({ value, label: t(`imports.encoding.${value}`) }))}
              onChange={(value) => void read({ encoding: value as Reading['encoding'] })}
            />
          </>
        )}
      </SimpleGrid>
      <div className={styles.preview}>
        <LoadingOverlay visible={reading && rows !== undefined} zIndex={1} />
        <PreviewTable rows={rows} header={header} />
      </div>
      <Group justify="flex-end">
        {reading ? (
          <Button loading>{t('imports.read.submit')}</Button>
        ) : (
          <Button component={Link} to={`${importAddress(uuid)}/columns`}>
            {t('imports.read.submit')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}

/** Returns the first rows, and the chosen one if it is not among them. */
function headerChoices(chosen: number): number[] {
  const first = Array.from({ length: HEADER_CHOICES }, (_, index) => index + 1);
  return chosen > HEADER_CHOICES ? [...first, chosen] : first;
}
