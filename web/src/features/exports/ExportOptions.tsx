import { Checkbox, Group, NumberInput, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportKind, Order, Paper } from './api';

export type ExportOptions = { cropMarks: boolean; cutMarks: boolean; paper: Paper; gap: number };

export const USUAL: ExportOptions = { cropMarks: false, cutMarks: true, paper: 'a4', gap: 0 };

const PAPERS: readonly Paper[] = ['a4', 'us-letter'];
const MAX_GAP_MM = 20;

/** Returns the order for a kind of file, with only the options of that kind. */
export function orderOf(kind: ExportKind, options: ExportOptions): Order {
  const { cropMarks, cutMarks, paper, gap } = options;
  if (kind === 'sheets') return { kind, marks: cutMarks, paper, gap };
  if (kind === 'certificate_print') return { kind, marks: cropMarks };
  return { kind };
}

interface ExportOptionsFieldsProps {
  kind: ExportKind;
  value: ExportOptions;
  onChange: (value: ExportOptions) => void;
}

/** The options for a kind of file. */
export function ExportOptionsFields({ kind, value, onChange }: ExportOptionsFieldsProps) {
  const { t } = useTranslation();
  const marks = (which: 'cropMarks' | 'cutMarks') => (
    <Checkbox
      label={t(`exports.options.${which}`)}
      checked={value[which]}
      onChange={(event) => onChange({ ...value, [which]: event.currentTarget.checked })}
    />
  );
  if (kind === 'certificate_print') return marks('cropMarks');
  if (kind !== 'sheets') return null;
  return (
    <Stack gap="sm">
      <Group grow align="flex-end">
        <Select
          label={t('exports.options.paper')}
          data={PAPERS.map((paper) => ({ value: paper, label: t(`exports.paper.${paper}`) }))}
          value={value.paper}
          onChange={(paper) => paper && onChange({ ...value, paper: paper as Paper })}
        />
        <NumberInput
          label={t('exports.options.gap')}
          min={0}
          max={MAX_GAP_MM}
          clampBehavior="strict"
          allowDecimal={false}
          value={value.gap}
          onChange={(gap) => onChange({ ...value, gap: Number(gap) })}
        />
      </Group>
      {marks('cutMarks')}
    </Stack>
  );
}
