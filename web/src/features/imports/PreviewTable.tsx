import { Skeleton, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import styles from './imports.module.css';

const SKELETON_ROWS = [1, 2, 3, 4, 5];

interface PreviewTableProps {
  /** undefined while the file is being parsed. */
  rows: readonly { number: number; cells: readonly string[] }[] | undefined;
  /** The header row, or 0 for none. Rows above it are skipped. */
  header: number;
}

/** The first rows of a file, with their cells unchanged. */
export function PreviewTable({ rows, header }: PreviewTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (rows?.length === 0) return <Text c="dimmed">{t('imports.read.nothing')}</Text>;
  const width = Math.max(1, ...(rows ?? []).map(({ cells }) => cells.length));
  const places = Array.from({ length: width }, (_, index) => index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroll} aria-label={t('imports.read.preview')} tabIndex={0}>
      <Table className={styles.rows} aria-busy={rows === undefined}>
        <Table.Tbody>
          {rows === undefined &&
            SKELETON_ROWS.map((row) => (
              <Table.Tr key={row}>
                <Table.Td>
                  <Skeleton height={10} width="60%" />
                </Table.Td>
              </Table.Tr>
            ))}
          {rows?.map(({ number, cells }) => (
            <Table.Tr key={number} data-part={partOf(number, header)}>
              <Table.Th scope="row">{format.number(number)}</Table.Th>
              {places.map((place) => (
                <Table.Td key={place}>
                  <bdi>{cells[place] ?? ''}</bdi>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function partOf(number: number, header: number): 'names' | 'above' | undefined {
  if (number === header) return 'names';
  return number < header ? 'above' : undefined;
}
