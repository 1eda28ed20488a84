import { Anchor, Button, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { saveBlob } from '../../lib/saveBlob';
import { Panel } from '../../ui/Panel';
import type { Report, ReportName } from './api';
import { toCSV } from './csv';
import styles from './insights.module.css';
import { useWords } from './useWords';

type Row = Report['rows'][number];

/** The names of rows whose object is gone. */
const GONE: Partial<Record<string, ParseKeys>> = {
  design: 'insights.noDesign',
  member: 'insights.goneMember',
  recipient: 'insights.noName',
};

/** The rows of a report: groups, designs, networks, or the stages of the funnel. A bar shows the first number of each. */
export function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const { t } = useTranslation();
  const words = useWords();
  const kind = report.row_kind ?? 'group';
  const most = Math.max(1, ...report.rows.map((row) => row.values[0] ?? 0));
  const label = (row: Row) => {
    if (kind === 'stage') return words.name(row.label);
    if (kind === 'network') return words.network(row.label);
    if (kind === 'member' && (row.id ?? 0) < 0) return t('insights.apiKey', { name: row.label });
    return row.label || t(GONE[kind] ?? 'insights.goneGroup');
  };
  const saveCSV = () =>
    saveBlob(
      toCSV([
        [kind, ...report.columns.map((column) => column.name)],
        ...report.rows.map((row) => [row.label, ...row.values]),
      ]),
      `${name} ${kind} ${report.start_date} ${report.end_date}.csv`,
    );
  return (
    <Panel
      title={t(`insights.rows.${kind}`)}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={t('insights.rows.csv')}
          onClick={saveCSV}
        >
          {t('insights.csv')}
        </Button>
      }
    >
      <Table.ScrollContainer
        minWidth={report.columns.length > 3 ? 720 : 320}
        tabIndex={0}
        aria-label={t(`insights.rows.${kind}`)}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t(`insights.rows.of.${kind}`)}</Table.Th>
              {report.columns.map((column) => (
                <Table.Th key={column.name} scope="col" ta="end">
                  {words.name(column.name)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.rows.map((row) => (
              <Table.Tr key={`${row.id} ${row.label}`}>
                <Table.Th scope="row" fw={400} className={styles.rowName}>
                  <RowName kind={kind} row={row} label={label(row)} />
                  <span
                    className={styles.bar}
                    style={{ inlineSize: `${(100 * (row.values[0] ?? 0)) / most}%` }}
                    aria-hidden
                  />
                </Table.Th>
                {report.columns.map((column, i) => (
                  <Table.Td key={column.name} ta="end">
                    {words.value(row.values[i] ?? null, column.rate)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

function RowName({ kind, row, label }: { kind: string; row: Row; label: string }) {
  const linked = row.id && row.label && (kind === 'group' || kind === 'design');
  return linked ? (
    <Anchor component={Link} to={`/${kind}s/${row.id}`}>
      <bdi>{label}</bdi>
    </Anchor>
  ) : (
    <bdi>{label}</bdi>
  );
}
