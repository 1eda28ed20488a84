import { Button, Group, SegmentedControl, Select, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { saveBlob } from '../../lib/saveBlob';
import { Panel } from '../../ui/Panel';
import type { Report, ReportName } from './api';
import { toCSV } from './csv';
import { toPNG } from './png';
import { SeriesChart } from './SeriesChart';
import { useTimes } from './useTimes';
import { useWords } from './useWords';

/** The lines of a report over time: one at a time as a chart, and all of them as a table and as CSV. */
export function ChartPanel({ name, report }: { name: ReportName; report: Report }) {
  const { t } = useTranslation();
  const words = useWords();
  const format = useFormat();
  const times = useTimes(report);
  const narrow = useMediaQuery('(max-width: 48em)');
  const [chosen, setChosen] = useState(report.series[0]?.name ?? '');
  const [table, setTable] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const series = report.series.find((one) => one.name === chosen) ?? report.series[0];
  if (!series) return null;
  const total = series.values.reduce((sum, value) => sum + value, 0);
  const peak = series.values.indexOf(Math.max(...series.values));
  const summary = t(total === 0 ? 'insights.chart.nothing' : 'insights.chart.summary', {
    name: words.name(series.name),
    total: format.number(total),
    peak: format.number(series.values[peak] ?? 0),
    time: times.long(report.times[peak] ?? ''),
  });
  const file = `${name} ${report.start_date} ${report.end_date}`;
  const savePNG = async () => {
    const svg = frame.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (svg)
      saveBlob(
        await toPNG(svg, getComputedStyle(svg.closest('section') ?? svg).backgroundColor),
        `${file} ${series.name}.png`,
      );
  };
  const saveCSV = () =>
    saveBlob(
      toCSV([
        ['time', ...report.series.map((one) => one.name)],
        ...report.times.map((time, i) => [time, ...report.series.map((one) => one.values[i] ?? 0)]),
      ]),
      `${file}.csv`,
    );
  const choices = report.series.map((one) => ({ value: one.name, label: words.name(one.name) }));
  return (
    <Panel
      title={t('insights.chart.title')}
      action={
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            size="xs"
            aria-pressed={table}
            leftSection={<IconTable size={14} aria-hidden />}
            onClick={() => setTable(!table)}
          >
            {t('insights.chart.table')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('insights.chart.csv')}
            onClick={saveCSV}
          >
            {t('insights.csv')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('insights.chart.png')}
            disabled={table}
            onClick={() => void savePNG()}
          >
            {t('insights.png')}
          </Button>
        </Group>
      }
    >
      {table ? (
        <SeriesTable report={report} />
      ) : (
        <Stack gap="xs">
          {choices.length > 1 &&
            (narrow ? (
              <Select
                aria-label={t('insights.chart.line')}
                data={choices}
                value={series.name}
                onChange={(value) => value && setChosen(value)}
                allowDeselect={false}
              />
            ) : (
              <SegmentedControl
                aria-label={t('insights.chart.line')}
                data={choices}
                value={series.name}
                onChange={setChosen}
                style={{ alignSelf: 'flex-start' }}
              />
            ))}
          <Text size="sm">{summary}</Text>
          <div ref={frame}>
            <SeriesChart series={series} report={report} label={summary} />
          </div>
        </Stack>
      )}
    </Panel>
  );
}

/** The same numbers as the charts, for readers and keyboards. */
function SeriesTable({ report }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords();
  const times = useTimes(report);
  return (
    <Table.ScrollContainer minWidth={400} mah={420} tabIndex={0} aria-label={t('insights.chart.title')}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              {t(report.interval === 'hour' ? 'insights.chart.hour' : 'insights.chart.day')}
            </Table.Th>
            {report.series.map((one) => (
              <Table.Th scope="col" key={one.name} ta="end">
                {words.name(one.name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.times.map((time, i) => (
            <Table.Tr key={time}>
              <Table.Th scope="row" fw={400}>
                {times.long(time)}
              </Table.Th>
              {report.series.map((one) => (
                <Table.Td key={one.name} ta="end">
                  {format.number(one.values[i] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
